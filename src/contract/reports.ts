import * as z from 'zod/mini'
import { DIMENSIONS, STEPS } from '#core/report/dimensions.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, messageKey, text, WeekStartParam, Zone } from './fields.ts'
import { Estimate } from './tasks.ts'
import { TimeEntry } from './time-entries.ts'

/** A calendar day: `YYYY-MM-DD`. */
export const Day = z.iso
  .date(messageKey('invalidValue'))
  .check(z.regex(/^20/, { abort: true, error: messageKey('timeOutOfRange') }))
const MAX_DAYS = 366 * 11

const KINDS = ['focus', 'stopwatch', 'manual'] as const

/** A comma-separated list in a URL. */
const listOf = <Item extends z.core.$ZodType<string, string>>(item: Item) =>
  z.pipe(
    z.string().check(z.maxLength(8_000)),
    z.pipe(
      z.transform((list: string) => list.split(',').filter((part) => part !== '')),
      z.array(item).check(z.minLength(1, messageKey('invalidValue')), z.maxLength(100, messageKey('invalidValue'))),
    ),
  )

const Ids = listOf(Id)
const Minutes = z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(60))

const FILTER = {
  /** The first and the last local day. */
  from: Day,
  to: Day,
  zone: Zone,
  weekStart: WeekStartParam,
  projects: z.optional(Ids),
  clients: z.optional(Ids),
  tasks: z.optional(Ids),
  tags: z.optional(Ids),
  /** Whether an entry has to have one of the tags, all of them or none of them. */
  tagMatch: z._default(z.enum(['any', 'all', 'none']), 'any'),
  /** Each word must occur in the notes or in the name of project, client, task or a tag. */
  search: z.optional(text(200)),
  /** Focus sessions, stopwatch entries or entries made by hand. */
  kinds: z.optional(listOf(z.enum(KINDS))),
  /** Focus sessions with the planned length of this preset. */
  preset: z.optional(Id),
}

const ROUNDING = {
  rounding: z._default(z.enum(['off', 'up', 'down', 'nearest']), 'off'),
  roundingMinutes: z._default(Minutes, 15),
  /** Rounds each entry, or the sum of each line and day. */
  roundingPer: z._default(z.enum(['entry', 'day']), 'entry'),
}

const Rounding = z.object(ROUNDING)
export type RoundingQuery = z.infer<typeof Rounding>

interface Range {
  from: string
  to: string
}
export const endsAfterStart = z.refine<Range>(({ from, to }) => to >= from, {
  path: ['to'],
  error: messageKey('endBeforeStart'),
})
export const isShortEnough = z.refine<Range>(
  ({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_DAYS,
  {
    path: ['to'],
    error: messageKey('timeOutOfRange'),
  },
)

const ReportFilter = z.object(FILTER).check(endsAfterStart, isShortEnough)
export type ReportFilter = z.infer<typeof ReportFilter>

const GROUPING = { group: z.enum(DIMENSIONS), subgroup: z.optional(z.enum(DIMENSIONS)) }
const SummaryQuery = z.object({ ...FILTER, ...ROUNDING, ...GROUPING }).check(endsAfterStart, isShortEnough)

/** `estimates` is a CSV file of tasks; `toggl` and `clockify` are CSV files that these trackers can import. */
const ExportFormat = z.enum(['csv', 'estimates', 'toggl', 'clockify', 'xlsx', 'pdf', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

const ExportQuery = z
  .object({ ...FILTER, ...ROUNDING, ...GROUPING, format: ExportFormat })
  .check(endsAfterStart, isShortEnough)
export type ExportQuery = z.infer<typeof ExportQuery>

/** An id, a day (the first of its week or month), a weekday from 1 for Monday, or an hour from 00; null for none. */
const Key = z.nullable(z.string())
const TOTALS = { milliseconds: z.number(), entries: z.number() }
const Subline = z.object({ key: Key, ...TOTALS })
export const Line = z.object({ key: Key, ...TOTALS, lines: z.array(Subline) })

const Summary = z.object({
  total: z.object({
    ...TOTALS,
    /** Focus sessions that reached their planned end, and those that did not. */
    completed: z.number(),
    cutShort: z.number(),
    /** The longest time of one entry within the range. */
    longestMilliseconds: z.number(),
  }),
  /** Days in order, other groups with the longest first. An entry with several tags is in each of their lines. */
  lines: z.array(Line),
})
export type Summary = z.infer<typeof Summary>

const Series = z.array(
  z.object({
    day: Day,
    milliseconds: z.number(),
    parts: z.array(z.object({ key: Key, milliseconds: z.number() })),
  }),
)

const Work = z.object({
  milliseconds: z.number(),
  /** Focus sessions that reached their planned end. */
  sessions: z.number(),
})

const EstimatedTask = z.object({
  task: Id,
  project: Id,
  estimate: Estimate,
  isCompleted: z.boolean(),
  /** All work on the task, whenever it was done. */
  work: Work,
  /** The work that the report has of it. */
  workInPeriod: Work,
})

const Entries = z.object({
  /** Each entry with its time within the range. */
  entries: z.array(z.object({ ...TimeEntry.shape, milliseconds: z.number() })),
  /** The cursor of the next page; null on the last page. */
  cursor: z.nullable(Id),
})

export const reports = {
  summary: {
    method: 'GET',
    path: '/reports/summary',
    summary: 'Time worked within some days, grouped by one or two dimensions',
    scopes: ['read', 'reports'],
    query: SummaryQuery,
    reply: Summary,
  },
  series: {
    method: 'GET',
    path: '/reports/series',
    summary: 'Time worked by day, week or month, including those without work',
    scopes: ['read', 'reports'],
    query: z
      .object({ ...FILTER, ...ROUNDING, step: z.enum(STEPS), group: z.optional(z.enum(DIMENSIONS)) })
      .check(endsAfterStart, isShortEnough),
    reply: Series,
  },
  rhythm: {
    method: 'GET',
    path: '/reports/rhythm',
    summary: 'Time worked in each hour of each weekday, Monday first',
    scopes: ['read', 'reports'],
    query: ReportFilter,
    reply: z.array(z.array(z.number())),
  },
  estimates: {
    method: 'GET',
    path: '/reports/estimates',
    summary:
      'The tasks with an estimate that were worked on within some days, with all work on each. Nothing is rounded',
    scopes: ['read', 'reports'],
    query: ReportFilter,
    reply: z.array(EstimatedTask),
  },
  entries: {
    method: 'GET',
    path: '/reports/entries',
    summary: 'The time entries of a report, the newest first, page by page',
    scopes: ['read', 'reports'],
    query: z
      .object({
        ...FILTER,
        limit: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(500)), 100),
        cursor: z.optional(Id),
      })
      .check(endsAfterStart, isShortEnough),
    reply: Entries,
  },
  export: {
    method: 'GET',
    path: '/reports/export',
    summary: 'A report as a file: its entries and, except in CSV, its totals',
    scopes: ['read', 'reports'],
    query: ExportQuery,
    reply: z.string(),
    file: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/pdf',
      'application/json',
    ],
  },
} as const satisfies Record<string, Endpoint>
