import { idOf, type TimeEntry } from './rest.ts'

const TOLERANCE_MS = 2000

/** When something happened, as far as a story can tell. */
export interface Moment {
  from: number
  to: number
}

/** A focus session that a story has seen. */
export interface ExpectedEntry {
  project: string
  /** Segments of work: the pauses lie between them. */
  worked: [Moment, Moment][]
  notes?: string
  tags?: string[]
  id?: string
}

/** The same moment some time later. */
export const later = ({ from, to }: Moment, milliseconds: number): Moment => ({
  from: from + milliseconds,
  to: to + milliseconds,
})

/** Compares the entries of a user with the sessions of a story; an empty list means that they are the same. */
export function findDifferences(entries: TimeEntry[], expected: ExpectedEntry[]) {
  const ordered = entries.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  if (ordered.length !== expected.length) return [`${ordered.length} entries`, ...ordered.map(describe)]
  return ordered.flatMap((entry, index) => {
    const wrong = findWrongFields(entry, expected[index])
    return wrong.length > 0 ? [`${describe(entry)}: ${wrong.join(', ')}`] : []
  })
}

const describe = ({ startTime, endTime, duration, notes, project }: TimeEntry) =>
  `${startTime} to ${endTime}, ${duration / 1000} s, ${idOf(project)}, "${notes}"`

function findWrongFields(entry: TimeEntry, expected?: ExpectedEntry) {
  const first = expected?.worked[0]
  const last = expected?.worked.at(-1)
  if (expected === undefined || first === undefined || last === undefined) return ['not expected']
  const sum = (length: (segment: [Moment, Moment]) => number) =>
    expected.worked.reduce((total, segment) => total + length(segment), 0)
  const duration = { from: sum(([start, end]) => end.from - start.to), to: sum(([start, end]) => end.to - start.from) }
  const { id, notes, tags } = expected
  return [
    ...explainTime('start', Date.parse(entry.startTime), first[0]),
    ...explainTime('end', Date.parse(entry.endTime ?? ''), last[1]),
    ...explainTime('duration', entry.duration, duration),
    ...explainValue('project', idOf(entry.project), expected.project),
    ...explainValue('notes', entry.notes, notes),
    ...explainValue('tags', entry.tags.map(idOf).join(), tags?.join()),
    ...explainValue('id', entry.id, id),
  ]
}

const explainValue = (name: string, value: string, expected = value) =>
  value === expected ? [] : [`${name} is not ${expected}`]

function explainTime(name: string, time: number, { from, to }: Moment) {
  if (time >= from - TOLERANCE_MS && time <= to + TOLERANCE_MS) return []
  return [`${name} is off by ${(time < from ? time - from : time - to) / 1000} s`]
}
