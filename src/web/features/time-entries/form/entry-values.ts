import type { TimeEntry } from '#contract/time-entries.ts'
import type { EntryChange } from '#web/features/time-entries/data/entry-types.ts'
import { addMs, msBetween } from '#web/features/time-entries/data/local-time.ts'

/** The values of the entry form's fields. */
export interface EntryValues {
  project: string
  task: string | null
  /** Empty while the user types it. */
  startTime: string
  endTime: string | null
  /** Set if the user typed it; the end is then derived from it. */
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

/** Total pauses of an entry, in milliseconds. */
export const pausesOf = ({ startTime, endTime, duration }: TimeEntry) =>
  endTime === null ? 0 : msBetween(startTime, endTime) - duration

/** The changed fields, and the change that undoes it. */
export function diffEntry(entry: TimeEntry, values: EntryValues): [change: EntryChange, inverse: EntryChange] {
  const before = toEntryValues(entry)
  const names = PLAIN_FIELDS.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  const pick = (from: EntryValues): EntryChange => Object.fromEntries(names.map((name) => [name, from[name]]))
  const times = diffTimes(entry, values)
  if (Object.keys(times).length === 0) return [pick(values), pick(before)]
  const { startTime, segments } = entry
  return [
    { ...pick(values), ...times },
    { ...pick(before), startTime, endTime: endOf(entry), segments },
  ]
}

const PLAIN_FIELDS = ['project', 'task', 'notes', 'tags'] as const

const endOf = ({ startTime, endTime }: Pick<EntryValues, 'startTime' | 'endTime'>) => endTime ?? startTime

/** Moving the whole entry moves its pauses too; a typed duration drops them. */
function diffTimes(entry: TimeEntry, values: EntryValues): EntryChange {
  const { startTime, duration } = values
  const endTime = endOf(values)
  if (duration !== undefined) return { startTime, endTime, duration }
  const [startShift, endShift] = [msBetween(entry.startTime, startTime), msBetween(endOf(entry), endTime)]
  if (startShift !== endShift) return { ...(startShift !== 0 && { startTime }), ...(endShift !== 0 && { endTime }) }
  if (startShift === 0) return {}
  const moved = (time: string) => addMs(time, startShift)
  return {
    startTime,
    endTime,
    segments: entry.segments.map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  }
}
