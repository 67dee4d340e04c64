import * as z from 'zod/mini'
import { MAX_ENTRY_MS } from '#core/time-entries/worked-time.ts'
import type { Endpoint } from './endpoint.ts'
import { integerBetween, IdParams, Description, Id, NewId, messageKey, text, Time } from './fields.ts'
import type { MessageKey } from './messages/en.ts'

/** Before it nobody has tracked any time here. */
export const MIN_TIME = Date.UTC(2000)
const MAX_TIME = Date.UTC(2100)

/** Handlers receive milliseconds since 1970. What is no time goes no further, so that times can be compared. */
const toTimestamp = z.transform((time: string) => Date.parse(time))
const ZonedTime = z.string().check(z.iso.datetime({ offset: true, abort: true, error: messageKey('invalidTime') }))
const Timestamp = z.pipe(ZonedTime, toTimestamp)
const WorkTimestamp = z.pipe(
  ZonedTime.check(
    z.refine((time) => Date.parse(time) >= MIN_TIME && Date.parse(time) < MAX_TIME, {
      abort: true,
      error: messageKey('timeOutOfRange'),
    }),
  ),
  toTimestamp,
)
const Milliseconds = integerBetween(1, MAX_TIME - MIN_TIME)
const Tags = z.array(Id).check(z.maxLength(100))
/** The worked stretches between pauses, in their order. */
const Segments = z.array(z.object({ start: WorkTimestamp, end: WorkTimestamp })).check(
  z.minLength(1),
  z.maxLength(1_000),
  z.refine(
    (segments) => segments.every(({ start, end }, index) => end > start && start >= endBefore(segments, index)),
    {
      error: messageKey('invalidValue'),
    },
  ),
)
const endBefore = (segments: readonly { end: number }[], index: number) => segments[index - 1]?.end ?? -Infinity

/** An empty choice of a form is no task. */
const OptionalTask = z.pipe(
  z.nullable(z.union([Id, z.literal('')])),
  z.transform((task) => task || null),
)

export const TimeEntry = z.object({
  id: Id,
  user: Id,
  project: Id,
  task: z.nullable(Id),
  tags: z.array(Id),
  startTime: Time,
  /** Null while it runs. */
  endTime: z.nullable(Time),
  /** Milliseconds worked: without the pauses. */
  duration: z.number(),
  notes: z.string(),
  isRunning: z.boolean(),
  /** The worked stretches between the pauses. */
  segments: z.array(z.object({ start: Time, end: Time })),
  createdAt: Time,
  updatedAt: Time,
})
export type TimeEntry = z.infer<typeof TimeEntry>

interface EntryTimes {
  startTime: number
  endTime: number
  duration?: number | undefined
  segments?: readonly { start: number; end: number }[] | undefined
}

/** What is wrong between the times of an entry: checked for a new one, and for one as a change would leave it. */
export function findTimeMistake(
  times: EntryTimes,
  longestMs = MAX_ENTRY_MS,
): [field: string, key: MessageKey] | undefined {
  const { startTime, endTime, duration = 0 } = times
  if (endTime <= startTime) return ['endTime', 'endBeforeStart']
  if (duration > endTime - startTime) return ['duration', 'longerThanItsTime']
  if (endTime >= MAX_TIME) return ['duration', 'timeOutOfRange']
  if (endTime - startTime > longestMs) return ['endTime', 'entryTooLong']
  return areSegmentsValid(times) ? undefined : ['segments', 'invalidValue']
}

/** They lie between start and end, and add up to the duration. */
function areSegmentsValid({ startTime, endTime, duration, segments }: EntryTimes) {
  if (segments === undefined) return true
  const total = segments.reduce((sum, { start, end }) => sum + end - start, 0)
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) return false
  return first.start >= startTime && last.end <= endTime && (duration ?? total) === total
}

export const TimeEntryDraft = z
  .object({
    id: NewId,
    project: Id,
    task: z._default(OptionalTask, null),
    startTime: WorkTimestamp,
    endTime: z._default(z.nullable(WorkTimestamp), null),
    /** Less than from start to end: there were pauses. */
    duration: z.optional(Milliseconds),
    /** When it was worked, where that is known. */
    segments: z.optional(Segments),
    notes: z._default(Description, ''),
    tags: z._default(Tags, []),
    /** Leaves the end open, whatever is said of it. */
    isRunning: z._default(z.boolean(), false),
  })
  .check(
    z.check(({ value: { isRunning, endTime, ...times }, issues }) => {
      if (isRunning) return
      const mistake =
        endTime === null ? (['endTime', 'endTimeRequired'] as const) : findTimeMistake({ ...times, endTime })
      if (mistake) issues.push({ code: 'custom', path: [mistake[0]], message: mistake[1], input: endTime })
    }),
  )

/** What is left out stays as it is. */
export const TimeEntryChange = z.object({
  project: z.optional(Id),
  task: z.optional(OptionalTask),
  startTime: z.optional(WorkTimestamp),
  endTime: z.optional(WorkTimestamp),
  duration: z.optional(Milliseconds),
  /** Given, they count instead of the duration. */
  segments: z.optional(Segments),
  notes: z.optional(Description),
  tags: z.optional(Tags),
  /** False ends one that runs. */
  isRunning: z.optional(z.boolean()),
})
export type TimeEntryChange = z.infer<typeof TimeEntryChange>

const EntryIds = z.array(Id).check(z.minLength(1), z.maxLength(500))

/** What can be said of many entries at once. */
const BulkChange = z.object({
  ...z.pick(TimeEntryChange, { project: true, task: true, notes: true, tags: true }).shape,
  /** Beside those that each has. */
  addTags: z.optional(Tags),
})
export type BulkChange = z.infer<typeof BulkChange>

const FILTER = {
  projectId: z.optional(Id),
  clientId: z.optional(Id),
  taskId: z.optional(Id),
  tagId: z.optional(Id),
  /** Words, of which the first twenty are each in the notes, or the name of the project, its client, the task or a tag. */
  search: z.optional(text(200)),
  startDate: z.optional(Timestamp),
  endDate: z.optional(Timestamp),
}
interface Range {
  startDate?: number | undefined
  endDate?: number | undefined
}
const isRange = z.refine<Range>(({ startDate = -Infinity, endDate = Infinity }) => endDate > startDate, {
  path: ['endDate'],
  error: messageKey('endBeforeStart'),
})

const TimeEntryFilter = z.object(FILTER).check(isRange)
export type TimeEntryFilter = z.infer<typeof TimeEntryFilter>

const TimeEntryQuery = z
  .object({
    ...FILTER,
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000))),
    cursor: z.optional(Id),
  })
  .check(isRange)
export type TimeEntryQuery = z.infer<typeof TimeEntryQuery>

/** An entry that runs from now on, or has run since a moment in the past. */
const RunningDraft = z.object({
  id: NewId,
  project: Id,
  task: z._default(OptionalTask, null),
  startTime: z.optional(WorkTimestamp),
  notes: z._default(Description, ''),
  tags: z._default(Tags, []),
})

export const timeEntries = {
  list: {
    method: 'GET',
    path: '/time-entries',
    summary: 'Time entries, the newest first: all, or those that every part of the query holds for',
    query: TimeEntryQuery,
    reply: z.array(TimeEntry),
  },
  totals: {
    method: 'GET',
    path: '/time-entries/totals',
    summary: 'How many time entries there are, and the time worked on them between the dates',
    query: TimeEntryFilter,
    reply: z.object({ timeEntries: z.number(), milliseconds: z.number() }),
  },
  read: {
    method: 'GET',
    path: '/time-entries/:id',
    summary: 'One time entry',
    params: IdParams,
    reply: TimeEntry,
  },
  running: {
    method: 'GET',
    path: '/time-entries/running',
    summary: 'The time entry that the timer is working on; 404 when there is none',
    reply: TimeEntry,
  },
  start: {
    method: 'POST',
    path: '/time-entries/start',
    summary: 'Starts the timer without an end; it becomes a time entry when it is stopped',
    creates: true,
    body: RunningDraft,
    reply: TimeEntry,
  },
  stop: {
    method: 'POST',
    path: '/time-entries/stop',
    summary: 'Stops the timer and saves what it was working on',
    reply: TimeEntry,
  },
  create: {
    method: 'POST',
    path: '/time-entries',
    summary: 'Makes a time entry; one that runs starts the timer',
    creates: true,
    body: TimeEntryDraft,
    reply: TimeEntry,
  },
  update: {
    method: 'PUT',
    path: '/time-entries/:id',
    summary: 'Changes a time entry; pauses that lie between its new times stay',
    params: IdParams,
    body: TimeEntryChange,
    reply: TimeEntry,
  },
  bulkUpdate: {
    method: 'POST',
    path: '/time-entries/bulk-update',
    summary: 'Changes many time entries, all or none',
    body: z.object({ ids: EntryIds, change: BulkChange }),
    reply: z.array(TimeEntry),
  },
  bulkRemove: {
    method: 'POST',
    path: '/time-entries/bulk-delete',
    summary: 'Deletes many time entries, all or none',
    body: z.object({ ids: EntryIds }),
    reply: z.object({ timeEntries: z.number() }),
  },
  remove: {
    method: 'DELETE',
    path: '/time-entries/:id',
    summary: 'Deletes a time entry',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
