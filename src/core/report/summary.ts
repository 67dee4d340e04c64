import type { Segment } from '#core/timer/segments.ts'
import { type CalendarDimension, type Dimension, isCalendarDimension, type Step, stepOf } from './dimensions.ts'
import { firstOfMonth, mondayOf, type Piece, weekdayOf } from './periods.ts'
import { partRounding, type Rounding, roundTime, timeWithin } from './rounding.ts'

/** What something is told apart by; null: it has no client, no task, no tag. */
export type Key = string | null

interface Moment {
  date: string
  /** Only where time is told apart by it. */
  hour?: number
}

const CALENDAR_KEYS: Record<CalendarDimension, (at: Moment) => string> = {
  day: ({ date }) => date,
  week: ({ date }) => mondayOf(date),
  month: ({ date }) => firstOfMonth(date),
  weekday: ({ date }) => String(weekdayOf(date)),
  hour: ({ hour = 0 }) => String(hour).padStart(2, '0'),
}

export const calendarKey = (dimension: CalendarDimension, at: Moment) => CALENDAR_KEYS[dimension](at)

/** How finely the calendar has to be cut; undefined: not at all. */
export function stepFor(dimensions: readonly Dimension[], rounding: Rounding | null): Step | undefined {
  const [first, ...others] = new Set(dimensions.filter(isCalendarDimension))
  if (rounding?.per === 'day' || others.length > 0) return 'day'
  return first && stepOf(first)
}

/** What was worked in one place of the calendar on one line. */
export interface Cell {
  keys: readonly Key[]
  place: number
  milliseconds: number
  entries: number
}

/** An entry that does not lie within one place, and has to be cut. */
export interface Spanning {
  stretches: readonly Segment[]
  /** For each dimension what it counts under in a piece: several tags, one project. */
  keysIn: (piece: Piece) => readonly (readonly Key[])[]
}

export interface Figure {
  key: Key
  milliseconds: number
  entries: number
}

export interface Line extends Figure {
  lines: Figure[]
}

/** What an entry adds to each line. It counts once on every line on which it is, however many places it reaches over. */
export function* cut(
  { stretches, keysIn }: Spanning,
  pieces: Iterable<Piece>,
  rounding: Rounding | null,
): Generator<Cell> {
  const counted = new Set<string>()
  const round = partRounding(rounding)
  for (const piece of pieces) {
    const part = timeWithin(stretches, piece)
    if (part === 0) continue
    const milliseconds = round(part)
    for (const keys of combinations(keysIn(piece))) {
      const line = JSON.stringify(keys)
      const entries = counted.has(line) ? 0 : 1
      counted.add(line)
      yield { keys, place: piece.place, milliseconds, entries }
    }
  }
}

const combinations = (choices: readonly (readonly Key[])[]): Key[][] =>
  choices.reduce<Key[][]>((rows, keys) => rows.flatMap((row) => keys.map((key) => [...row, key])), [[]])

type Row = Omit<Cell, 'place'>

/** Adds cells up to what has the same keys, as they come. Rounded by the day, it is the sum of its rounded days. */
export function createSum(rounding: Rounding | null) {
  const sums = new Map<string, Omit<Row, 'milliseconds'> & { days: Map<number, number> }>()
  const isByDay = rounding?.per === 'day'
  const round = (time: number) => (isByDay ? roundTime(time, rounding) : time)
  return {
    add({ keys, place, milliseconds, entries }: Cell) {
      const id = JSON.stringify(keys)
      const sum = sums.get(id) ?? { keys, entries: 0, days: new Map<number, number>() }
      const day = isByDay ? place : 0
      sum.days.set(day, (sum.days.get(day) ?? 0) + milliseconds)
      sum.entries += entries
      sums.set(id, sum)
    },
    rows: (): Row[] =>
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

/**
 * A report out of the sums of each of its levels: of all, by the first dimension, by both. A line is the sum of those
 * below it, unless they are tags, of which an entry can have several.
 */
export function assemble(levels: readonly (readonly Row[])[], dimensions: readonly Dimension[]): Summary {
  const [whole, lines, below = []] = levels as [Row[], Row[], Row[]?]
  const [first, second] = dimensions
  const belowOf = Map.groupBy(below, ({ keys }) => keys[0])
  const shown = lines.map((row) => {
    const line = toFigure(row)
    const sublines = inOrder((belowOf.get(line.key) ?? []).map(toFigure), second)
    const isSum = second !== undefined && second !== 'tag'
    return { ...line, lines: sublines, milliseconds: isSum ? sumOf(sublines) : line.milliseconds }
  })
  return {
    milliseconds: sumOf(first === 'tag' ? whole : shown),
    entries: whole.reduce((sum, { entries }) => sum + entries, 0),
    lines: inOrder(shown, first),
  }
}

const toFigure = ({ keys, milliseconds, entries }: Row): Figure => ({ key: keys.at(-1) ?? null, milliseconds, entries })

const sumOf = (lines: readonly { milliseconds: number }[]) =>
  lines.reduce((sum, { milliseconds }) => sum + milliseconds, 0)

/** The calendar in its own order, everything else the longest first, and what has no name last. */
function inOrder<Shown extends Figure>(lines: readonly Shown[], dimension: Dimension | undefined): Shown[] {
  const byKey = (a: Figure, b: Figure) => ((a.key ?? '\uffff') < (b.key ?? '\uffff') ? -1 : 1)
  if (dimension !== undefined && isCalendarDimension(dimension)) return lines.toSorted(byKey)
  return lines.toSorted((a, b) => b.milliseconds - a.milliseconds || byKey(a, b))
}
