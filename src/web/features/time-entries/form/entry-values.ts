import type { TimeEntry } from '#contract/time-entries.ts'
import type { EntryChange } from '#web/features/time-entries/queries.ts'
import { addMilliseconds, millisecondsBetween } from '#web/features/time-entries/data/local-time.ts'

/** What the fields of an entry show: nothing of it is left out. */
export interface EntryValues {
  project: string
  task: string | null
  /** Empty while it is being typed. */
  startTime: string
  endTime: string | null
  /** Given when it was typed: then the end follows from it. */
  duration: number | undefined
  notes: string
  tags: string[]
  isRunning: boolean
}

export const toEntryValues = (entry: TimeEntry): EntryValues => ({
  project: entry.project,
  task: entry.task,
  startTime: entry.startTime,
  endTime: entry.endTime,
  duration: undefined,
  notes: entry.notes,
  tags: entry.tags,
  isRunning: false,
})

/** What was changed, and what takes it back. */
export function diffEntry(entry: TimeEntry, values: EntryValues): [change: EntryChange, opposite: EntryChange] {
  const before = toEntryValues(entry)
  const names = SUBJECT.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  const pick = (from: EntryValues): EntryChange => Object.fromEntries(names.map((name) => [name, from[name]]))
  const times = diffTimes(entry, values)
  if (Object.keys(times).length === 0) return [pick(values), pick(before)]
  const { startTime, segments } = entry
  return [
    { ...pick(values), ...times },
    { ...pick(before), startTime, endTime: endOf(entry), segments },
  ]
}

const SUBJECT = ['project', 'task', 'notes', 'tags'] as const

const endOf = ({ startTime, endTime }: Pick<EntryValues, 'startTime' | 'endTime'>) => endTime ?? startTime

/** An entry that moves as a whole takes its pauses along; another duration forgets them. */
function diffTimes(entry: TimeEntry, values: EntryValues): EntryChange {
  const { startTime, duration } = values
  const endTime = endOf(values)
  if (duration !== undefined) return { startTime, endTime, duration }
  const [startMoved, endMoved] = [
    millisecondsBetween(entry.startTime, startTime),
    millisecondsBetween(endOf(entry), endTime),
  ]
  if (startMoved !== endMoved) return { ...(startMoved !== 0 && { startTime }), ...(endMoved !== 0 && { endTime }) }
  if (startMoved === 0) return {}
  const moved = (time: string) => addMilliseconds(time, startMoved)
  return {
    startTime,
    endTime,
    segments: entry.segments.map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  }
}
