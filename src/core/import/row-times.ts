import { LONGEST_ENTRY_MS } from '#core/time-entry.ts'
import { DAY_MS } from '#core/units.ts'
import { createLocalTime } from './local-time.ts'
import { createMomentReader, END, START, type Tell } from './moments.ts'
import { type Span, spanOf } from './span.ts'
import { columnsOf, shortTextAt } from './columns.ts'
import type { Survey } from './survey.ts'
import { readLength, type Stamp } from './times.ts'
import type { ImportField, ProblemKind } from './vocabulary.ts'

const EARLIEST = Date.UTC(2000)
const LATEST = Date.UTC(2100)
/** Nothing that lasts so long can be imported, and what is said to last longer may be too long to be counted. */
const ENDLESS_MS = LONGEST_ENTRY_MS + 1
/** When the work of a day begins that has no times. */
const MORNING_MS = 9 * 60 * 60_000

export interface Asked {
  zone: string
  now: number
  /** Rows of more than a day too. */
  keepsLong: boolean
}

export interface RowTimes {
  start: number
  end: number
  durationMs: number
}

/** Reads when rows were and how long; undefined, and told why, for one that cannot be imported. */
export function createTimesReader(survey: Survey, { zone, now, keepsLong }: Asked) {
  const at = columnsOf(survey.fields)
  const order = survey.dateOrder === 'month-first' ? 'month-first' : 'day-first'
  const shownAt = createLocalTime(zone)
  const momentIn = createMomentReader(at, order)
  /** Where the next entry without times begins, by its day. */
  const placed = new Map<number, number>()

  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, at[field])

  function toldLength(cells: readonly string[]) {
    const milliseconds = cellOf(cells, 'milliseconds')
    if (/^\d+$/.test(milliseconds)) return Number(milliseconds)
    const duration = cellOf(cells, 'duration')
    return duration === '' ? undefined : readLength(duration, survey.unit)
  }

  function lengthIn(cells: readonly string[]) {
    const lengthMs = toldLength(cells)
    return lengthMs && Math.min(lengthMs, ENDLESS_MS)
  }

  /** Entries without times follow each other from the morning on; what can be no entry takes no time from them. */
  function place(day: number, lengthMs: number): Span {
    const shown = placed.get(day) ?? day * DAY_MS + MORNING_MS
    if (lengthMs < ENDLESS_MS && shown + lengthMs < LATEST) placed.set(day, shown + lengthMs)
    const start = shownAt(shown).moments[0]!
    return { start, end: start + lengthMs, isSkipped: false }
  }

  function spanIn(cells: readonly string[], tell: Tell): LongSpan | undefined {
    const start = momentIn(cells, START, tell)
    const end = start && momentIn(cells, END, tell)
    if (start === undefined || end === undefined) return undefined
    if (start.at === undefined && start.day === undefined) return tell('no-date')
    const lengthMs = lengthIn(cells)
    if (isPlaced(start, lengthMs)) {
      tell('placed')
      return { ...place(start.day!, lengthMs!), lengthMs }
    }
    const span = spanOf({ start, end, lengthMs }, shownAt)
    if (typeof span !== 'string') return { ...span, lengthMs }
    const isUnread = span === 'no-end' && cellOf(cells, 'duration') !== ''
    return isUnread ? tell('bad-duration', 'duration') : tell(span)
  }

  function mistakeIn({ start, end, durationMs }: RowTimes): ProblemKind | undefined {
    if (end < start) return 'end-before-start'
    if (durationMs === 0) return 'no-time'
    if (durationMs > DAY_MS && !keepsLong) return 'too-long'
    if (end - start > LONGEST_ENTRY_MS) return 'endless'
    const isPossible = start >= EARLIEST && end < LATEST && start <= now + DAY_MS
    return isPossible ? undefined : 'out-of-range'
  }

  return (cells: readonly string[], tell: Tell): RowTimes | undefined => {
    const span = spanIn(cells, tell)
    if (span === undefined) return undefined
    const isRounded = cellOf(cells, 'rounding') !== 'None'
    const times = workedIn(span, survey, isRounded)
    const mistake = mistakeIn(times)
    if (mistake !== undefined) return tell(mistake)
    if (span.isSkipped) tell('skipped-hour')
    return times
  }
}

type LongSpan = Span & { lengthMs: number | undefined }

/** It has a day and lasts for some time, but nobody knows from when. */
const isPlaced = ({ at, time }: Stamp, lengthMs = 0) => at === undefined && time === undefined && lengthMs > 0

/**
 * Start and end count, for durations are often rounded. Only where a product is known to leave out pauses, the shorter
 * duration does; what our own export says in milliseconds is exact, unless it was rounded.
 */
function workedIn(span: LongSpan, { format }: Survey, isRounded: boolean): RowTimes {
  const { start, end, lengthMs = 0 } = span
  const whole = end - start
  if (format === 'ritmo' && lengthMs > 0 && !isRounded)
    return { start, end: Math.max(end, start + lengthMs), durationMs: lengthMs }
  if (whole === 0 && lengthMs > 0) return { start, end: start + lengthMs, durationMs: lengthMs }
  const leavesOutPauses = format === 'ritmo' || format === 'kimai'
  return { start, end, durationMs: leavesOutPauses && lengthMs > 0 ? Math.min(whole, lengthMs) : whole }
}
