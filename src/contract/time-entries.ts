import * as z from 'zod/mini'
import { MAX_ENTRY_MS, MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { crudEndpoints, type Endpoint } from './endpoint.ts'
import { integerBetween, Description, Id, IdParams, NewId, OptionalId, messageKey, text, Time } from './fields.ts'
import type { BrowserMessageKey } from './messages/in-browser/en.ts'
import { MAX_DATE, wireTime } from './input/wire-time.ts'

const Timestamp = wireTime<string>(-MAX_DATE, MAX_DATE)
const WorkTimestamp = wireTime<string>(MIN_TIME, MAX_TIME)
/** Room for the most segments, whose times are ISO text, and for the longest notes and tags. */
const MAX_ENTRY_BYTES = 128 * 1024
const Milliseconds = integerBetween(1, MAX_TIME - MIN_TIME)
const Tags = z.array(Id).check(z.maxLength(100))
export const inOrder = z.refine<{ start: number; end: number }[]>(
  (segments) => segments.every(({ start, end }, index) => end > start && start >= endBefore(segments, index)),
  messageKey('invalidValue'),
)
/** The worked segments between pauses, in order. */
const Segments = z
  .array(z.object({ start: WorkTimestamp, end: WorkTimestamp }))
  .check(z.minLength(1), z.maxLength(1_000), inOrder)
const endBefore = (segments: readonly { end: number }[], index: number) => segments[index - 1]?.end ?? -Infinity

export const TimeEntry = z.object({
  id: Id,
  user: Id,
  project: Id,
  task: z.nullable(Id),
  tags: z.array(Id),
  startTime: Time,
  /** Null while the entry is running. */
  endTime: z.nullable(Time),
  /** Worked milliseconds, without pauses. */
  duration: z.number(),
  notes: z.string(),
  isRunning: z.boolean(),
  /** The worked segments between pauses. */
  segments: z.array(z.object({ start: Time, end: Time })),
  createdAt: Time,
  updatedAt: Time,
})
export type TimeEntry = z.infer<typeof TimeEntry>
export type EntryField = keyof TimeEntry
export const ENTRY_FIELDS = Object.keys(TimeEntry.shape) as EntryField[]
const ANY_FIELD = `(?:${ENTRY_FIELDS.join('|')})`

interface EntryTimes {
  startTime: number
  endTime: number
  duration?: number | undefined
  segments?: readonly { start: number; end: number }[] | undefined
}

/** Returns the field and the message of the first contradiction between the times of an entry, if there is one. */
export function findTimeMistake(
  times: EntryTimes,
  maxMs = MAX_ENTRY_MS,
): [field: string, key: BrowserMessageKey] | undefined {
  const { startTime, endTime, duration = 0 } = times
  if (endTime <= startTime) return ['endTime', 'endBeforeStart']
  if (duration > endTime - startTime) return ['duration', 'longerThanItsTime']
  if (endTime >= MAX_TIME) return ['duration', 'timeOutOfRange']
  if (endTime - startTime > maxMs) return ['endTime', 'entryTooLong']
  return areSegmentsValid(times) ? undefined : ['segments', 'invalidValue']
}

/** Segments lie between start and end and add up to the duration. */
function areSegmentsValid({ startTime, endTime, duration, segments }: EntryTimes) {
  if (segments === undefined) return true
  const total = segments.reduce((sum, { start, end }) => sum + end - start, 0)
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) return false
  return first.start >= startTime && last.end <= endTime && (duration ?? total) === total
}

interface DraftTimes extends Omit<EntryTimes, 'endTime'> {
  id?: string | undefined
  endTime: number | null
  isRunning: boolean
}

/** How far the clocks of client and server may differ. */
export const MAX_CLOCK_SKEW_MS = 2 * MINUTE_MS

/**
 * The end of an entry that its client has not named by an id. A start that the client has heard from the server and its
 * own end come from two clocks, so an end that is too early for the duration by a little is moved.
 */
export function endByOneClock({ id, startTime, duration = 0, segments }: DraftTimes, endTime: number) {
  const earliest = startTime + duration
  const isSkewed = endTime < earliest && endTime >= earliest - MAX_CLOCK_SKEW_MS
  return id === undefined && segments === undefined && isSkewed && duration > 0 ? earliest : endTime
}

export const hasPossibleTimes = z.check<DraftTimes>(({ value: times, issues }) => {
  const { isRunning, endTime } = times
  if (isRunning) return
  const mistake =
    endTime === null
      ? (['endTime', 'endTimeRequired'] as const)
      : findTimeMistake({ ...times, endTime: endByOneClock(times, endTime) })
  if (mistake) issues.push({ code: 'custom', path: [mistake[0]], message: mistake[1], input: endTime })
})

export const TimeEntryDraft = z
  .object({
    id: NewId,
    project: Id,
    task: z._default(OptionalId, null),
    startTime: WorkTimestamp,
    endTime: z._default(z.nullable(WorkTimestamp), null),
    /** Shorter than the time from start to end if there were pauses. */
    duration: z.optional(Milliseconds),
    /** The exact times of work, if known. */
    segments: z.optional(Segments),
    notes: z._default(Description, ''),
    tags: z._default(Tags, []),
    /** If true, the entry starts the timer and its end is ignored. */
    isRunning: z._default(z.boolean(), false),
  })
  .check(hasPossibleTimes)

/** Omitted fields stay unchanged. */
export const TimeEntryChange = z.object({
  project: z.optional(Id),
  task: z.optional(OptionalId),
  startTime: z.optional(WorkTimestamp),
  endTime: z.optional(WorkTimestamp),
  duration: z.optional(Milliseconds),
  /** Segments take precedence over the duration. */
  segments: z.optional(Segments),
  notes: z.optional(Description),
  tags: z.optional(Tags),
  /** False stops a running entry. */
  isRunning: z.optional(z.boolean()),
})
export type TimeEntryChange = z.infer<typeof TimeEntryChange>

const EntryIds = z.array(Id).check(z.minLength(1), z.maxLength(500))

/** A change of many entries at once. */
export const BulkChange = z.object({
  ...z.pick(TimeEntryChange, { project: true, task: true, notes: true, tags: true }).shape,
  /** Added to the tags that each entry has. */
  addTags: z.optional(Tags),
})
export type BulkChange = z.infer<typeof BulkChange>

const FILTER = {
  projectId: z.optional(Id),
  clientId: z.optional(Id),
  taskId: z.optional(Id),
  tagId: z.optional(Id),
  /** Each of the first twenty words must occur in the notes or in the name of project, client, task or a tag. */
  search: z.optional(text(200)),
  startDate: z.optional(Timestamp),
  endDate: z.optional(Timestamp),
}
interface Range {
  startDate?: number | undefined
  endDate?: number | undefined
}
export const isRange = z.refine<Range>(({ startDate = -Infinity, endDate = Infinity }) => endDate > startDate, {
  path: ['endDate'],
  error: messageKey('endBeforeStart'),
})

const TimeEntryFilter = z.object(FILTER).check(isRange)
export type TimeEntryFilter = z.infer<typeof TimeEntryFilter>

/** A list without a limit has at most this many entries. The header `Link` of the reply tells how to go on. */
export const MAX_LISTED_ENTRIES = 10_000

const TimeEntryQuery = z
  .object({
    ...FILTER,
    /** Without it, the list has at most 10,000 entries. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000))),
    /** The id of the last entry of the page before. */
    cursor: z.optional(Id),
    /** The fields that each entry of the reply has, separated by commas; all of them if this is left out. */
    fields: z.optional(
      z.string().check(z.regex(new RegExp(`^${ANY_FIELD}(?:,${ANY_FIELD}){0,12}$`), messageKey('invalidValue'))),
    ),
  })
  .check(isRange)
export type TimeEntryQuery = z.infer<typeof TimeEntryQuery>

/** An entry that runs since `startTime`, by default since now. */
const RunningDraft = z.object({
  id: NewId,
  project: Id,
  task: z._default(OptionalId, null),
  startTime: z.optional(WorkTimestamp),
  notes: z._default(Description, ''),
  tags: z._default(Tags, []),
})

const { list, read, create, update, remove } = crudEndpoints(
  '/time-entries',
  [TimeEntry, TimeEntryDraft, TimeEntryChange],
  {
    list: 'Time entries that match every filter of the query, the newest first',
    read: 'One time entry',
    create: 'Creates a time entry; a running one starts the timer',
    update: 'Changes a time entry; it keeps the pauses between its new times',
    remove: 'Deletes a time entry',
  },
  'time-entries',
)

export const timeEntries = {
  list: { ...list, query: TimeEntryQuery },
  totals: {
    method: 'GET',
    path: '/time-entries/totals',
    summary: 'The number of matching time entries and their time between the dates',
    scopes: ['read', 'time-entries'],
    query: TimeEntryFilter,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  read,
  create: { ...create, maxBodyBytes: MAX_ENTRY_BYTES },
  update: { ...update, maxBodyBytes: MAX_ENTRY_BYTES },
  remove,
  running: {
    method: 'GET',
    path: '/time-entries/running',
    summary: 'The running time entry; 404 if there is none',
    scopes: ['read', 'timer'],
    reply: TimeEntry,
  },
  start: {
    method: 'POST',
    path: '/time-entries/start',
    summary: 'Starts the timer as a stopwatch; stopping it saves the time entry',
    scopes: ['timer'],
    creates: true,
    body: RunningDraft,
    reply: TimeEntry,
  },
  stop: {
    method: 'POST',
    path: '/time-entries/stop',
    summary: 'Stops the timer and saves the running time entry',
    scopes: ['timer'],
    reply: TimeEntry,
  },
  bulkUpdate: {
    method: 'POST',
    path: '/time-entries/bulk-update',
    summary: 'Changes many time entries, all or none',
    scopes: ['time-entries'],
    body: z.object({ ids: EntryIds, change: BulkChange }),
    reply: z.array(TimeEntry),
  },
  bulkRemove: {
    method: 'POST',
    path: '/time-entries/bulk-delete',
    summary: 'Deletes many time entries, all or none',
    scopes: ['time-entries'],
    body: z.object({ ids: EntryIds, trash: NewId }),
    reply: z.object({ timeEntries: z.number() }),
  },
} as const satisfies Record<string, Endpoint>

/** The changed fields of a time entry. Its times change together. */
const ChangedFields = z.object({
  project: z.optional(Id),
  task: z.optional(z.nullable(Id)),
  notes: z.optional(z.string()),
  tags: z.optional(z.array(Id)),
  startTime: z.optional(Time),
  endTime: z.optional(Time),
  /** Worked milliseconds, without pauses. */
  duration: z.optional(z.number()),
})
export type ChangedFields = z.infer<typeof ChangedFields>

const EntryChange = z.object({
  /** Counts the changes of the entry from 1. */
  number: z.number(),
  /** An edit by the user, a change by the timer, or an earlier state that the user has restored. */
  kind: z.enum(['edit', 'timer', 'restore']),
  /** Browser and system of the device; empty if unknown. */
  device: z.string(),
  changedAt: Time,
  before: ChangedFields,
  after: ChangedFields,
})
export type EntryChange = z.infer<typeof EntryChange>

const EntryHistory = z.object({
  createdAt: Time,
  createdBy: z.enum(['user', 'timer', 'import']),
  /** The name of the imported file, if it is known. */
  fileName: z.nullable(z.string()),
  /** The latest changes, the latest first. */
  changes: z.array(EntryChange),
})
export type EntryHistory = z.infer<typeof EntryHistory>

const ChangeParams = z.object({
  id: Id,
  change: z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
})

export const entryHistory = {
  read: {
    method: 'GET',
    path: '/time-entries/:id/history',
    summary: 'When a time entry was created, and its latest 50 changes of the last year',
    scopes: ['read', 'time-entries'],
    params: IdParams,
    reply: EntryHistory,
  },
  restore: {
    method: 'POST',
    path: '/time-entries/:id/history/:change/restore',
    summary: 'Gives a time entry the values that it had before a change',
    scopes: ['time-entries'],
    params: ChangeParams,
    reply: TimeEntry,
  },
} as const satisfies Record<string, Endpoint>
