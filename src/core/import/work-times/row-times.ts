import type { FileAnalysis } from '#core/import/analyze-file.ts'
import { type ColumnIndexes, toColumnIndexes, shortTextAt, textAt } from '#core/import/columns.ts'
import { UNIT_MS } from '#core/import/file/duration-unit.ts'
import { readLeftOut } from '#core/import/formats/icalendar.ts'
import {
  DATE_ORDERS,
  type DurationUnit,
  FORMATS_WITH_PAUSES,
  type ImportFormat,
  type ProblemKind,
} from '#core/import/import-model.ts'
import { isNumber, readDurationCell, type PartialDateTime } from '#core/import/times.ts'
import { MAX_ENTRY_MS, MAX_TIME, MIN_TIME } from '#core/time-entries/worked-time.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { createDateTimeReader, END_FIELDS, START_FIELDS, type ReportProblem } from './date-time-columns.ts'
import { createLocalTimeResolver } from './local-time.ts'
import { createDayPlacement } from './placed-entries.ts'
import { readSegments } from './segments-cell.ts'
import { resolveFromEnd, resolveSpan, type Span } from './span.ts'

/** Longer durations are capped here: they are refused anyway, and huge numbers would lose precision. */
const TOO_LONG_MS = MAX_ENTRY_MS + 1

export interface RowOptions {
  zone: string
  now: number
  /** Whether rows of more than a day are imported. */
  keepsLong: boolean
}

export interface RowTimes {
  start: number
  end: number
  /** Milliseconds worked: without pauses. */
  durationMs: number
  /** The work between pauses, if the file says it. */
  segments?: readonly Segment[]
  /** The local day, since 1970-01-01, of a row without a time of day. */
  day?: number
}

/** The times of a row, undefined if it is not imported, and the milliseconds that it says in any case. */
interface ReadTimes {
  times: RowTimes | undefined
  statedMs: number
}

/** Reads start, end and duration of rows. Reports a problem of a row that cannot be imported. */
export function createTimesReader(analysis: FileAnalysis, options: RowOptions) {
  const { zone, keepsLong } = options
  const columns = toColumnIndexes(analysis.fields)
  const order = DATE_ORDERS.find((order) => order === analysis.dateOrder) ?? 'day-first'
  const resolveLocalTime = createLocalTimeResolver(zone)
  const readDateTimeIn = createDateTimeReader(columns, order, analysis.datesHaveTimes)
  const placeOnDay = createDayPlacement(zone, resolveLocalTime)
  const durations = createDurationReader(
    columns,
    analysis.unit in UNIT_MS ? (analysis.unit as DurationUnit) : undefined,
  )

  function readSegmentsIn(cells: readonly string[], report: ReportProblem) {
    const text = textAt(cells, columns.segments)
    return text === '' ? [] : (readSegments(text, resolveLocalTime) ?? report('bad-time', 'segments'))
  }

  function readSpan(cells: readonly string[], lengthMs: number | undefined, report: ReportProblem) {
    const start = readDateTimeIn(cells, START_FIELDS, report)
    const end = start && readDateTimeIn(cells, END_FIELDS, report)
    if (start === undefined || end === undefined) return undefined
    if (start.at === undefined && start.day === undefined) return report('no-date')
    if (hasOnlyDayAndDuration(start, lengthMs)) {
      const known = { end, day: start.day!, lengthMs: lengthMs! }
      return resolveFromEnd(known, resolveLocalTime) ?? placeSpan(known, report)
    }
    const span = resolveSpan({ start, end, lengthMs }, resolveLocalTime)
    return typeof span === 'string' ? durations.reportNone(cells, span, report) : span
  }

  function placeSpan(
    { day, lengthMs }: { day: number; lengthMs: number },
    report: ReportProblem,
  ): PlacedSpan | undefined {
    if (day * DAY_MS < MIN_TIME - DAY_MS || day * DAY_MS > MAX_TIME) return report('out-of-range')
    const { start, fits } = placeOnDay(day, lengthMs)
    if (!fits && !keepsLong) return report('too-long')
    report('placed')
    return { start, end: start + lengthMs, day }
  }

  return (cells: readonly string[], report: ReportProblem): ReadTimes => {
    const leftOut = readLeftOut(shortTextAt(cells, columns.start))
    if (leftOut !== undefined) return { times: report(leftOut, 'notes'), statedMs: 0 }
    const lengthMs = durations.read(cells)
    const span = readSpan(cells, lengthMs, report)
    const segments = span && readSegmentsIn(cells, report)
    if (span === undefined || segments === undefined) return { times: undefined, statedMs: Math.max(0, lengthMs ?? 0) }
    const times = toRowTimes(
      { ...span, lengthMs, segments },
      analysis.format,
      shortTextAt(cells, columns.rounding) === 'None',
    )
    const statedMs = Math.max(0, Math.min(times.durationMs, TOO_LONG_MS))
    const mistake = findMistake(times, options)
    if (span.clockChange !== undefined) report(span.clockChange)
    if (isContradicted(times, lengthMs, analysis.format)) report('other-duration', 'duration')
    if (mistake !== undefined) return { times: report(mistake), statedMs }
    return { times, statedMs }
  }
}

function findMistake({ start, end, durationMs }: RowTimes, { now, keepsLong }: RowOptions): ProblemKind | undefined {
  if (end < start) return 'end-before-start'
  if (durationMs === 0) return 'no-time'
  if (durationMs > DAY_MS && !keepsLong) return 'too-long'
  if (end - start > MAX_ENTRY_MS) return 'endless'
  const isPossible = start >= MIN_TIME && end < MAX_TIME && start <= now + DAY_MS
  return isPossible ? undefined : 'out-of-range'
}

/** Reads the duration of rows. `unit`: that of plain numbers, if it is known. */
function createDurationReader(columns: ColumnIndexes, unit: DurationUnit | undefined) {
  function readWhole(cells: readonly string[]) {
    const milliseconds = shortTextAt(cells, columns.milliseconds)
    if (/^\d+$/.test(milliseconds)) return Number(milliseconds)
    const duration = shortTextAt(cells, columns.duration)
    return duration === '' ? undefined : readDurationCell(duration, unit)
  }

  return {
    read(cells: readonly string[]) {
      const lengthMs = readWhole(cells)
      return lengthMs && Math.min(lengthMs, TOO_LONG_MS)
    },
    /** Says why a row that needs a duration has none. */
    reportNone(cells: readonly string[], problem: ProblemKind, report: ReportProblem) {
      const duration = shortTextAt(cells, columns.duration)
      if (duration !== '' && readWhole(cells) === undefined)
        return report(isNumber(duration) && unit === undefined ? 'no-unit' : 'bad-duration', 'duration')
      return problem === 'no-end' && duration !== '' ? report('bad-duration', 'duration') : report(problem)
    },
  }
}

/** Files round durations, and in files with pauses a shorter one is right. Segments are exact. */
function isContradicted({ start, end, segments }: RowTimes, lengthMs = 0, format: ImportFormat) {
  if (lengthMs <= 0 || segments !== undefined || format === 'ritmo') return false
  const excessMs = lengthMs - (end - start)
  return excessMs > ROUNDING_MS || (excessMs < -ROUNDING_MS && !FORMATS_WITH_PAUSES.includes(format))
}

const ROUNDING_MS = MINUTE_MS

type PlacedSpan = Span & { day?: number }
type StatedTimes = PlacedSpan & { lengthMs: number | undefined; segments: readonly Segment[] }

/** True if the row has a day and a duration but no time of day. */
const hasOnlyDayAndDuration = ({ at, time }: PartialDateTime, lengthMs = 0) =>
  at === undefined && time === undefined && lengthMs > 0

/**
 * Segments decide, then start and end, because durations are often rounded. Ritmo and Kimai leave out pauses, so there a
 * shorter duration decides. The milliseconds of Ritmo's own export are exact unless the report was rounded.
 */
function toRowTimes(stated: StatedTimes, format: ImportFormat, isExact: boolean): RowTimes {
  const { start, end, day, lengthMs = 0, segments } = stated
  if (segments.length > 0)
    return { start: segments[0]![0], end: segments.at(-1)![1], durationMs: totalOf(segments), segments }
  const whole = end - start
  if (lengthMs <= 0) return { start, end, durationMs: whole }
  if (day !== undefined) return { start, end, durationMs: lengthMs, day }
  if (format === 'ritmo' && isExact) return { start, end: Math.max(end, start + lengthMs), durationMs: lengthMs }
  if (whole === 0) return { start, end: start + lengthMs, durationMs: lengthMs }
  return { start, end, durationMs: FORMATS_WITH_PAUSES.includes(format) ? Math.min(whole, lengthMs) : whole }
}
