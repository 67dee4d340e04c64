import { type ColumnIndexes, shortTextAt } from '#core/import/columns.ts'
import { readDay } from '#core/import/dates.ts'
import type { DateOrder, ImportField, ProblemKind } from '#core/import/import-model.ts'
import { readDateTime, type PartialDateTime } from '#core/import/times.ts'
import { memoize } from '#core/memoize.ts'

/** Reports a problem of the row. It returns undefined, which a reader can return as its own result. */
export type ReportProblem = (kind: ProblemKind, field?: ImportField) => undefined

type DateField = 'startDate' | 'endDate'
interface DateTimeFields {
  dateTime: ImportField
  date: DateField
  time: ImportField
}
export const START_FIELDS: DateTimeFields = { dateTime: 'start', date: 'startDate', time: 'startTime' }
export const END_FIELDS: DateTimeFields = { dateTime: 'end', date: 'endDate', time: 'endTime' }

const EMPTY: PartialDateTime = {}
const MAX_CACHED_DATES = 20_000
/** A date column without times may have 00:00 in all its cells. */
const MIDNIGHT =
  /[T ,]\s*(?:(?:00?|24)[:.h]00(?:[:.m]00(?:[.,]0+)?)?s?\s*(?:Z|[+-]\d\d:?\d\d)?|12:00(?::00)?\s*a\.?\s?m\.?)$/i
const CLOCK = /\d[T ,]+\d{1,2}[:.h]\d\d/i

/** Whether a cell of a date column has a time of day other than midnight. */
export const hasTimeOfDay = (text: string) => CLOCK.test(text) && !MIDNIGHT.test(text)

/**
 * Reads a date and time from up to three columns, each of which may be missing or empty. A time in a date column counts
 * if there is no other and `datesHaveTimes` says that the column has times other than midnight.
 */
export function createDateTimeReader(
  columns: ColumnIndexes,
  order: DateOrder,
  datesHaveTimes: Record<DateField, boolean> = { startDate: true, endDate: true },
) {
  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, columns[field])
  /** Cached, because a file has few different dates. */
  const readDate = memoize(MAX_CACHED_DATES, (text: string) => {
    const day = readDay(text, order)
    const read = day === undefined ? readDateTime(text, order) : { day }
    // An instant is on the day that its own offset shows.
    const writtenDay = read?.at === undefined ? read?.day : readDay(text.slice(0, ISO_DATE_LENGTH), order)
    return read && { read, onlyDay: writtenDay === undefined ? read : { day: writtenDay } }
  })

  function readDateTimeIn(cells: readonly string[], field: ImportField, report: ReportProblem) {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    return (
      readDateTime(text, order) ?? report(field === 'startTime' || field === 'endTime' ? 'bad-time' : 'bad-date', field)
    )
  }

  function readDateIn(cells: readonly string[], field: DateField, hasClock: boolean, report: ReportProblem) {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    const date = readDate(text)
    if (date === undefined || (date.read.at ?? date.read.day) === undefined) return report('bad-date', field)
    return datesHaveTimes[field] && !hasClock ? date.read : date.onlyDay
  }

  /** Returns undefined, after reporting a problem, if a cell cannot be read. */
  return (
    cells: readonly string[],
    { dateTime, date, time }: DateTimeFields,
    report: ReportProblem,
  ): PartialDateTime | undefined => {
    const whole = readDateTimeIn(cells, dateTime, report)
    if (whole === undefined || whole.at !== undefined) return whole
    const hasClock = whole.time !== undefined || cellOf(cells, time) !== ''
    const day = readDateIn(cells, date, hasClock, report)
    if (day === undefined || day.at !== undefined) return day
    const clock = readDateTimeIn(cells, time, report)
    return clock && { ...day, ...clock, ...whole }
  }
}

const ISO_DATE_LENGTH = 10
