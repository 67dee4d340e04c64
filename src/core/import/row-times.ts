import { MAX_ENTRY_MS } from '#core/time-entries/worked-time.ts'
import { DAY_MS } from '#core/time/units.ts'
import { createLocalTimeResolver } from './local-time.ts'
import { createDateTimeReader, END_FIELDS, START_FIELDS, type ReportProblem } from './date-time-columns.ts'
import { type Span, resolveSpan } from './span.ts'
import { toColumnIndexes, shortTextAt } from './columns.ts'
import type { FileAnalysis } from './analyze-file.ts'
import { readDurationCell, type PartialDateTime } from './times.ts'
import type { ImportField, ProblemKind } from './import-model.ts'

const MIN_TIME = Date.UTC(2000)
const MAX_TIME = Date.UTC(2100)
/** Nothing that lasts so long can be imported, and what is said to last longer may be too long to be counted. */
const TOO_LONG_MS = MAX_ENTRY_MS + 1
/** When the work of a day begins that has no times. */
const WORKDAY_START_MS = 9 * 60 * 60_000

export interface RowOptions {
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
export function createTimesReader(survey: FileAnalysis, { zone, now, keepsLong }: RowOptions) {
  const at = toColumnIndexes(survey.fields)
  const order = survey.dateOrder === 'month-first' ? 'month-first' : 'day-first'
  const shownAt = createLocalTimeResolver(zone)
  const momentIn = createDateTimeReader(at, order)
  /** Where the next entry without times begins, by its day. */
  const placed = new Map<number, number>()

  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, at[field])

  function toldLength(cells: readonly string[]) {
    const milliseconds = cellOf(cells, 'milliseconds')
    if (/^\d+$/.test(milliseconds)) return Number(milliseconds)
    const duration = cellOf(cells, 'duration')
    return duration === '' ? undefined : readDurationCell(duration, survey.unit)
  }

  function lengthIn(cells: readonly string[]) {
    const lengthMs = toldLength(cells)
    return lengthMs && Math.min(lengthMs, TOO_LONG_MS)
  }

  /** Entries without times follow each other from the morning on; what can be no entry takes no time from them. */
  function place(day: number, lengthMs: number): Span {
    const shown = placed.get(day) ?? day * DAY_MS + WORKDAY_START_MS
    if (lengthMs < TOO_LONG_MS && shown + lengthMs < MAX_TIME) placed.set(day, shown + lengthMs)
    const start = shownAt(shown).instants[0]!
    return { start, end: start + lengthMs, isSkipped: false }
  }

  function spanIn(cells: readonly string[], tell: ReportProblem): SpanWithDuration | undefined {
    const start = momentIn(cells, START_FIELDS, tell)
    const end = start && momentIn(cells, END_FIELDS, tell)
    if (start === undefined || end === undefined) return undefined
    if (start.at === undefined && start.day === undefined) return tell('no-date')
    const lengthMs = lengthIn(cells)
    if (hasOnlyDayAndDuration(start, lengthMs)) {
      tell('placed')
      return { ...place(start.day!, lengthMs!), lengthMs }
    }
    const span = resolveSpan({ start, end, lengthMs }, shownAt)
    if (typeof span !== 'string') return { ...span, lengthMs }
    const isUnread = span === 'no-end' && cellOf(cells, 'duration') !== ''
    return isUnread ? tell('bad-duration', 'duration') : tell(span)
  }

  function mistakeIn({ start, end, durationMs }: RowTimes): ProblemKind | undefined {
    if (end < start) return 'end-before-start'
    if (durationMs === 0) return 'no-time'
    if (durationMs > DAY_MS && !keepsLong) return 'too-long'
    if (end - start > MAX_ENTRY_MS) return 'endless'
    const isPossible = start >= MIN_TIME && end < MAX_TIME && start <= now + DAY_MS
    return isPossible ? undefined : 'out-of-range'
  }

  return (cells: readonly string[], tell: ReportProblem): RowTimes | undefined => {
    const span = spanIn(cells, tell)
    if (span === undefined) return undefined
    const isRounded = cellOf(cells, 'rounding') !== 'None'
    const times = toRowTimes(span, survey, isRounded)
    const mistake = mistakeIn(times)
    if (mistake !== undefined) return tell(mistake)
    if (span.isSkipped) tell('skipped-hour')
    return times
  }
}

type SpanWithDuration = Span & { lengthMs: number | undefined }

/** It has a day and lasts for some time, but nobody knows from when. */
const hasOnlyDayAndDuration = ({ at, time }: PartialDateTime, lengthMs = 0) =>
  at === undefined && time === undefined && lengthMs > 0

/**
 * Start and end count, for durations are often rounded. Only where a product is known to leave out pauses, the shorter
 * duration does; what our own export says in milliseconds is exact, unless it was rounded.
 */
function toRowTimes(span: SpanWithDuration, { format }: FileAnalysis, isRounded: boolean): RowTimes {
  const { start, end, lengthMs = 0 } = span
  const whole = end - start
  if (format === 'ritmo' && lengthMs > 0 && !isRounded)
    return { start, end: Math.max(end, start + lengthMs), durationMs: lengthMs }
  if (whole === 0 && lengthMs > 0) return { start, end: start + lengthMs, durationMs: lengthMs }
  const leavesOutPauses = format === 'ritmo' || format === 'kimai'
  return { start, end, durationMs: leavesOutPauses && lengthMs > 0 ? Math.min(whole, lengthMs) : whole }
}
