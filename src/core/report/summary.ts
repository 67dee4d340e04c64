import { groupBy } from '#core/group-by.ts'
import type { Segment } from '#core/time/segments.ts'
import type { BucketSlice } from './buckets.ts'
import { type Dimension, isCalendarDimension, type Step, stepOf } from './dimensions.ts'
import { createPartRounder, type Rounding, roundTime, timeWithin } from './rounding.ts'

/** Identifies a group of a dimension. Null is the group without a client, task or tag. */
export type Key = string | null

/** The length of the buckets that a report must be cut into; undefined: one bucket is enough. */
export function stepFor(dimensions: readonly Dimension[], rounding: Rounding | null): Step | undefined {
  const [first, ...others] = new Set(dimensions.filter(isCalendarDimension))
  if (rounding?.per === 'day' || others.length > 0) return 'day'
  return first && stepOf(first)
}

/** Time and entries that count on one line of the report in one bucket. */
export interface Contribution {
  keys: readonly Key[]
  bucketIndex: number
  milliseconds: number
  entries: number
}

export interface SplittableEntry {
  segments: readonly Segment[]
  /** For each dimension the groups of the entry in a slice: one project, but any number of tags. */
  keysIn: (slice: BucketSlice) => readonly (readonly Key[])[]
}

export interface Subline {
  key: Key
  milliseconds: number
  entries: number
}

export interface Line extends Subline {
  lines: Subline[]
}

/** Splits an entry into its contributions to each slice. On each line it counts as one entry, in its first slice. */
export function* splitEntry(
  { segments, keysIn }: SplittableEntry,
  slices: Iterable<BucketSlice>,
  rounding: Rounding | null,
): Generator<Contribution> {
  const counted = new Set<string>()
  const round = createPartRounder(rounding)
  for (const slice of slices) {
    const part = timeWithin(segments, slice)
    if (part === 0) continue
    const milliseconds = round(part)
    for (const keys of combinations(keysIn(slice))) {
      const line = JSON.stringify(keys)
      const entries = counted.has(line) ? 0 : 1
      counted.add(line)
      yield { keys, bucketIndex: slice.bucketIndex, milliseconds, entries }
    }
  }
}

/** All ways to choose one key of each dimension. Only tags leave a choice. */
function combinations(choices: readonly (readonly Key[])[]): Key[][] {
  if (choices.every(({ length }) => length === 1)) return [choices.map(([key = null]) => key)]
  return choices.reduce<Key[][]>((rows, keys) => rows.flatMap((row) => keys.map((key) => [...row, key])), [[]])
}

type LineTotal = Omit<Contribution, 'bucketIndex'>

/** Adds up contributions by their keys. If time is rounded by the day, a line is the sum of its rounded days. */
export function createLineTotals(rounding: Rounding | null) {
  const sums = new Map<string, Omit<LineTotal, 'milliseconds'> & { days: Map<number, number> }>()
  const isByDay = rounding?.per === 'day'
  const round = (time: number) => (isByDay ? roundTime(time, rounding) : time)
  return {
    add({ keys, bucketIndex, milliseconds, entries }: Contribution) {
      const id = JSON.stringify(keys)
      const sum = sums.get(id) ?? { keys, entries: 0, days: new Map<number, number>() }
      const day = isByDay ? bucketIndex : 0
      sum.days.set(day, (sum.days.get(day) ?? 0) + milliseconds)
      sum.entries += entries
      sums.set(id, sum)
    },
    rows: (): LineTotal[] =>
      Array.from(sums.values(), ({ keys, entries, days }) => ({
        keys,
        entries,
        milliseconds: [...days.values()].reduce((total, time) => total + round(time), 0),
      })),
  }
}

export interface Summary {
  milliseconds: number
  entries: number
  lines: Line[]
}

/** The totals of everything, by the first dimension, and by both. */
type Levels = readonly (readonly LineTotal[])[]

/**
 * Builds the lines of a report in any order. A line is the sum of its sublines unless they are tags, because an entry can
 * have several tags.
 */
export function* assembleLines(levels: Levels, [, second]: readonly Dimension[]): Generator<Line> {
  const [, lines = [], ofBoth = []] = levels
  const sublinesOf = groupBy(ofBoth, ({ keys }) => keys[0])
  for (const row of lines) {
    const line = toSubline(row)
    const sublines = sortLines((sublinesOf.get(line.key) ?? []).map(toSubline), second)
    const isSum = second !== undefined && second !== 'tag'
    yield { ...line, lines: sublines, milliseconds: isSum ? sumOf(sublines) : line.milliseconds }
  }
}

/** Builds the report from its levels and its assembled lines. */
export function assembleSummary(
  levels: Levels,
  dimensions: readonly Dimension[],
  lines = [...assembleLines(levels, dimensions)],
): Summary {
  const [whole = []] = levels
  const [first] = dimensions
  return {
    milliseconds: sumOf(first === 'tag' ? whole : lines),
    entries: whole.reduce((sum, { entries }) => sum + entries, 0),
    lines: sortLines(lines, first),
  }
}

const toSubline = ({ keys, milliseconds, entries }: LineTotal): Subline => ({
  key: keys.at(-1) ?? null,
  milliseconds,
  entries,
})

const sumOf = (lines: readonly { milliseconds: number }[]) =>
  lines.reduce((sum, { milliseconds }) => sum + milliseconds, 0)

/** Calendar keys ascending; otherwise the longest time first. At equal times null comes last. */
function sortLines<Item extends Subline>(lines: readonly Item[], dimension: Dimension | undefined): Item[] {
  const byKey = (a: Subline, b: Subline) => ((a.key ?? '\uffff') < (b.key ?? '\uffff') ? -1 : 1)
  if (dimension !== undefined && isCalendarDimension(dimension)) return lines.toSorted(byKey)
  return lines.toSorted((a, b) => b.milliseconds - a.milliseconds || byKey(a, b))
}
