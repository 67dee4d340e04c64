import { MAX_ENTRY_MS, MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { createLocalTimeResolver } from './local-time.ts'
import { createDateTimeReader, END_FIELDS, START_FIELDS, type ReportProblem } from './date-time-columns.ts'
import { type Span, resolveSpan } from './span.ts'
import { toColumnIndexes, shortTextAt } from './columns.ts'
import type { FileAnalysis } from './analyze-file.ts'
import { readDurationCell, type PartialDateTime } from './times.ts'
import type { ImportField, ProblemKind } from './import-model.ts'

/** Longer durations are capped here: they are refused anyway, and huge numbers would lose precision. */
const TOO_LONG_MS = MAX_ENTRY_MS + 1
/** The start of the first entry of a day without times of day. */
const WORKDAY_START_MS = 9 * HOUR_MS

export interface RowOptions {
  zone: string
  now: number
  /** Whether rows of more than a day are imported. */
  keepsLong: boolean
}

export interface RowTimes {
  start: number
  end: number
  durationMs: number
}

/** Reads start, end and duration of rows. Reports a problem and returns undefined for a row that cannot be imported. */
export function createTimesReader(analysis: FileAnalysis, { zone, now, keepsLong }: RowOptions) {
  const columns = toColumnIndexes(analysis.fields)
  const order = analysis.dateOrder === 'month-first' ? 'month-first' : 'day-first'
  const resolveLocalTime = createLocalTimeResolver(zone)
  const readDateTimeIn = createDateTimeReader(columns, order)
  /** The local time at which the next entry without times begins, by day. */
  const nextStarts = new Map<number, number>()

  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, columns[field])

  function readDuration(cells: readonly string[]) {
    const milliseconds = cellOf(cells, 'milliseconds')
    if (/^\d+$/.test(milliseconds)) return Number(milliseconds)
    const duration = cellOf(cells, 'duration')
    return duration === '' ? undefined : readDurationCell(duration, analysis.unit)
  }

  function readCappedDuration(cells: readonly string[]) {
    const lengthMs = readDuration(cells)
    return lengthMs && Math.min(lengthMs, TOO_LONG_MS)
  }

  /** Places entries without times one after the other from 09:00. Rows that are refused anyway take up no time. */
  function placeOnDay(day: number, lengthMs: number): Span {
    const local = nextStarts.get(day) ?? day * DAY_MS + WORKDAY_START_MS
    if (lengthMs < TOO_LONG_MS && local + lengthMs < MAX_TIME) nextStarts.set(day, local + lengthMs)
    const start = resolveLocalTime(local).instants[0]!
    return { start, end: start + lengthMs, isSkipped: false }
  }

  function readSpan(cells: readonly string[], report: ReportProblem): SpanWithDuration | undefined {
    const start = readDateTimeIn(cells, START_FIELDS, report)
    const end = start && readDateTimeIn(cells, END_FIELDS, report)
    if (start === undefined || end === undefined) return undefined
    if (start.at === undefined && start.day === undefined) return report('no-date')
    const lengthMs = readCappedDuration(cells)
    if (hasOnlyDayAndDuration(start, lengthMs)) {
      report('placed')
      return { ...placeOnDay(start.day!, lengthMs!), lengthMs }
    }
    const span = resolveSpan({ start, end, lengthMs }, resolveLocalTime)
    if (typeof span !== 'string') return { ...span, lengthMs }
    const isUnreadable = span === 'no-end' && cellOf(cells, 'duration') !== ''
    return isUnreadable ? report('bad-duration', 'duration') : report(span)
  }

  function findMistake({ start, end, durationMs }: RowTimes): ProblemKind | undefined {
    if (end < start) return 'end-before-start'
    if (durationMs === 0) return 'no-time'
    if (durationMs > DAY_MS && !keepsLong) return 'too-long'
    if (end - start > MAX_ENTRY_MS) return 'endless'
    const isPossible = start >= MIN_TIME && end < MAX_TIME && start <= now + DAY_MS
    return isPossible ? undefined : 'out-of-range'
  }

  return (cells: readonly string[], report: ReportProblem): RowTimes | undefined => {
    const span = readSpan(cells, report)
    if (span === undefined) return undefined
    const isRounded = cellOf(cells, 'rounding') !== 'None'
    const times = toRowTimes(span, analysis, isRounded)
    const mistake = findMistake(times)
    if (mistake !== undefined) return report(mistake)
    if (span.isSkipped) report('skipped-hour')
    return times
  }
}

type SpanWithDuration = Span & { lengthMs: number | undefined }

/** True if the row has a day and a duration but no time of day. */
const hasOnlyDayAndDuration = ({ at, time }: PartialDateTime, lengthMs = 0) =>
  at === undefined && time === undefined && lengthMs > 0

/**
 * Start and end decide, because durations are often rounded. Ritmo and Kimai leave out pauses, so there a shorter
 * duration decides. The milliseconds of Ritmo's own export are exact unless the report was rounded.
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
