import type { TimeEntry } from '#contract/time-entries.ts'
import { changeWorkedTime, type WorkedTime, toWorkedTime } from '#core/time-entries/worked-time.ts'
import { totalOf } from '#core/time/segments.ts'
import type { ApplyDeletions } from '#web/sync/mutations.ts'
import type { BulkChange, EntryChange, EntryDraft, EntryFilter } from './entry-types.ts'

interface UnsentEntry extends TimeEntry {
  isUnsent: true
}

/** Whether an entry was created on this device and not fetched from the server since. */
export const isUnsent = (entry: TimeEntry) => 'isUnsent' in entry

/** The entry that the server will create from a draft. */
export function createOptimisticEntry(draft: EntryDraft & { id: string; endTime: string }, user: string): UnsentEntry {
  const { startTime, endTime, duration, segments } = draft
  const now = new Date().toISOString()
  const worked = segments ? toWorked(startTime, endTime, segments) : toWorkedTime(at(startTime), at(endTime), duration)
  return {
    id: draft.id,
    user,
    project: draft.project,
    task: draft.task || null,
    tags: draft.tags ?? [],
    notes: draft.notes ?? '',
    isRunning: false,
    isUnsent: true,
    createdAt: now,
    updatedAt: now,
    ...fromWorked(worked),
  }
}

/** The entry that the server will return for a change. */
export function updateOptimisticEntry(entry: TimeEntry, change: EntryChange & BulkChange): TimeEntry {
  const { project = entry.project, notes = entry.notes, tags = entry.tags, addTags = [] } = change
  const { task = project === entry.project ? entry.task : null } = change
  const all = [...new Set([...tags, ...addTags])]
  return { ...entry, project, task: task || null, notes, tags: all, ...updateTimes(entry, change) }
}

function updateTimes(entry: TimeEntry, change: EntryChange): Partial<TimeEntry> {
  const { startTime = entry.startTime, endTime = entry.endTime, duration, segments } = change
  // Only the timer changes the end of a running entry.
  if (entry.endTime === null || endTime === null) return { startTime }
  if (segments) return fromWorked(toWorked(startTime, endTime, segments))
  const worked = toWorked(entry.startTime, entry.endTime, entry.segments)
  return fromWorked(changeWorkedTime(worked, { startedAt: at(startTime), endedAt: at(endTime), durationMs: duration }))
}

/** Null if the entry's project was deleted, as the server deletes the entry too; deleted tasks and tags are removed. */
export const removeDeletedReferences: ApplyDeletions<TimeEntry> = (entry, isGone) =>
  isGone('projects', entry.project)
    ? null
    : {
        ...entry,
        task: isGone('tasks', entry.task) ? null : entry.task,
        tags: entry.tags.filter((tag) => !isGone('tags', tag)),
      }

const at = Date.parse
const toTime = (timestamp: number) => new Date(timestamp).toISOString()

function toWorked(startTime: string, endTime: string, segments: TimeEntry['segments']): WorkedTime {
  const ranges = segments.map(({ start, end }) => [at(start), at(end)] as const)
  return { startedAt: at(startTime), endedAt: at(endTime), durationMs: totalOf(ranges), segments: ranges }
}

const fromWorked = ({ startedAt, endedAt, durationMs, segments }: WorkedTime) => ({
  startTime: toTime(startedAt),
  endTime: toTime(endedAt),
  duration: durationMs,
  segments: segments.map(([start, end]) => ({ start: toTime(start), end: toTime(end) })),
})

/** Text and client filters can only be evaluated by the server. */
export const canFilterLocally = ({ search, clientId }: EntryFilter) => search === undefined && clientId === undefined

/** False if the filter cannot be evaluated here. */
export function matchesFilter(filter: EntryFilter, { project, task, tags, startTime, endTime }: TimeEntry) {
  const { projectId = project, taskId = task, tagId = null, startDate = '', endDate = '9' } = filter
  return [
    projectId === project,
    taskId === task,
    tagId === null || tags.includes(tagId),
    (endTime ?? startTime) > startDate,
    startTime < endDate,
    canFilterLocally(filter),
  ].every(Boolean)
}
