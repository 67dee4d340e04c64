import type { TimeEntry } from '#contract/time-entries.ts'
import { changeWorked, type Worked, workedFrom } from '#core/time-entry.ts'
import { totalOf } from '#core/timer/segments.ts'
import type { Follow } from '#web/api/changes.ts'
import type { BulkChange, EntryChange, EntryDraft, EntryFilter } from '#web/features/time-entries/queries.ts'

/** What the server will make of a draft whose end is known. */
export function createOptimisticEntry(draft: EntryDraft & { id: string; endTime: string }, user: string): TimeEntry {
  const { startTime, endTime, duration, segments } = draft
  const now = new Date().toISOString()
  const worked = segments ? toWorked(startTime, endTime, segments) : workedFrom(at(startTime), at(endTime), duration)
  return {
    id: draft.id,
    user,
    project: draft.project,
    task: draft.task || null,
    tags: draft.tags ?? [],
    notes: draft.notes ?? '',
    isRunning: false,
    createdAt: now,
    updatedAt: now,
    ...fromWorked(worked),
  }
}

/** What the server will make of a change. */
export function updateOptimisticEntry(entry: TimeEntry, change: EntryChange & BulkChange): TimeEntry {
  const { project = entry.project, notes = entry.notes, tags = entry.tags, addTags = [] } = change
  const { task = project === entry.project ? entry.task : null } = change
  const all = [...new Set([...tags, ...addTags])]
  return { ...entry, project, task: task || null, notes, tags: all, ...updateTimes(entry, change) }
}

function updateTimes(entry: TimeEntry, change: EntryChange): Partial<TimeEntry> {
  const { startTime = entry.startTime, endTime = entry.endTime, duration, segments } = change
  // One that runs is the timer's.
  if (entry.endTime === null || endTime === null) return { startTime }
  if (segments) return fromWorked(toWorked(startTime, endTime, segments))
  const worked = toWorked(entry.startTime, entry.endTime, entry.segments)
  return fromWorked(changeWorked(worked, { startedAt: at(startTime), endedAt: at(endTime), durationMs: duration }))
}

/** What the server will make of it when something that it is about is deleted. */
export const removeDeletedReferences: Follow<TimeEntry> = (entry, isGone) =>
  isGone('projects', entry.project)
    ? null
    : {
        ...entry,
        task: isGone('tasks', entry.task) ? null : entry.task,
        tags: entry.tags.filter((tag) => !isGone('tags', tag)),
      }

const at = Date.parse
const toTime = (moment: number) => new Date(moment).toISOString()

function toWorked(startTime: string, endTime: string, segments: TimeEntry['segments']): Worked {
  const stretches = segments.map(({ start, end }) => [at(start), at(end)] as const)
  return { startedAt: at(startTime), endedAt: at(endTime), durationMs: totalOf(stretches), segments: stretches }
}

const fromWorked = ({ startedAt, endedAt, durationMs, segments }: Worked) => ({
  startTime: toTime(startedAt),
  endTime: toTime(endedAt),
  duration: durationMs,
  segments: segments.map(([start, end]) => ({ start: toTime(start), end: toTime(end) })),
})

/** Words and clients are looked up by the server. */
export const canFilterLocally = ({ search, clientId }: EntryFilter) => search === undefined && clientId === undefined

/** Whether a list shows an entry, as far as that can be told here. */
export function matchesFilter(selection: EntryFilter, { project, task, tags, startTime, endTime }: TimeEntry) {
  const { projectId = project, taskId = task, tagId = null, startDate = '', endDate = '9' } = selection
  return [
    projectId === project,
    taskId === task,
    tagId === null || tags.includes(tagId),
    (endTime ?? startTime) > startDate,
    startTime < endDate,
    canFilterLocally(selection),
  ].every(Boolean)
}
