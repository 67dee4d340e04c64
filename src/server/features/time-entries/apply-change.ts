import { findTimeMistake, type TimeEntryChange } from '#contract/time-entries.ts'
import { changeWorkedTime, MAX_ENTRY_MS, toWorkedTime, type WorkedTime } from '#core/time-entries/worked-time.ts'
import { totalOf } from '#core/time/segments.ts'
import { DAY_MS } from '#core/time/units.ts'
import { refuseField } from '#server/errors.ts'
import type { EntryValues } from './queries.ts'

type Segments = TimeEntryChange['segments']
interface Times {
  startTime: number
  endTime: number
  duration?: number | undefined
  segments?: Segments
}

export const toWorked = ({ startTime, endTime, duration, segments }: Times): WorkedTime =>
  toWorkedFromSegments(startTime, endTime, segments) ?? toWorkedTime(startTime, endTime, duration)

/** The entry after a change. A new project without a new task clears the task, which belongs to the old project. */
export function applyChange(entry: EntryValues, change: TimeEntryChange): EntryValues {
  const { project: projectId = entry.projectId, notes = entry.notes, tags = entry.tags } = change
  const previousTask = projectId === entry.projectId ? entry.taskId : null
  const { task: taskId = previousTask, segments } = change
  const { startTime: startedAt = entry.startedAt, endTime: endedAt = entry.endedAt, duration: durationMs } = change
  const fromSegments = hasSameSegments(entry.segments, segments)
    ? undefined
    : toWorkedFromSegments(startedAt, endedAt, segments)
  const worked = fromSegments ?? changeWorkedTime(entry, { startedAt, endedAt, durationMs })
  return { ...entry, projectId, taskId, notes, tags, ...worked }
}

/** If a client sends back an entry with new times but its old segments, the new times count. */
const hasSameSegments = (known: WorkedTime['segments'], given: Segments = []) =>
  known.length === given.length && known.every(([from, to], at) => from === given[at]!.start && to === given[at]!.end)

function toWorkedFromSegments(startedAt: number, endedAt: number, given: Segments): WorkedTime | undefined {
  if (given === undefined) return undefined
  const segments = given.map(({ start, end }) => [start, end] as const)
  return { startedAt, endedAt, durationMs: totalOf(segments), segments }
}

/** The timer may measure an entry longer than the limit. A change must not make such an entry even longer. */
export function checkTimes({ startedAt, endedAt, durationMs, segments }: EntryValues, now: number, known?: WorkedTime) {
  const jsonSegments = segments.map(([start, end]) => ({ start, end }))
  const times = { startTime: startedAt, endTime: endedAt, duration: durationMs, segments: jsonSegments }
  const knownMs = known === undefined ? 0 : known.endedAt - known.startedAt
  const mistake = findTimeMistake(times, Math.max(knownMs, MAX_ENTRY_MS))
  if (mistake) throw refuseField(...mistake)
  if (startedAt > now + DAY_MS) throw refuseField('startTime', 'startTooLate')
}
