import { memoize } from '#core/memoize.ts'
import { type ColumnIndexes, shortTextAt } from './columns.ts'
import { readDay } from './dates.ts'
import { readDateTime, type PartialDateTime } from './times.ts'
import type { DateOrder, ImportField, ProblemKind } from './import-model.ts'

/** Reports a problem of the row. It returns undefined, which a reader can return as its own result. */
export type ReportProblem = (kind: ProblemKind, field?: ImportField) => undefined

interface DateTimeFields {
  dateTime: ImportField
  date: ImportField
  time: ImportField
}
export const START_FIELDS: DateTimeFields = { dateTime: 'start', date: 'startDate', time: 'startTime' }
export const END_FIELDS: DateTimeFields = { dateTime: 'end', date: 'endDate', time: 'endTime' }

const EMPTY: PartialDateTime = {}
const MAX_CACHED_DATES = 20_000

/** Reads a date and time from up to three columns, each of which may be missing or empty. */
export function createDateTimeReader(columns: ColumnIndexes, order: DateOrder) {
  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, columns[field])
  /** Cached, because a file has few different dates. */
  const dayOf = memoize(MAX_CACHED_DATES, (text: string) => readDay(text, order) ?? readDateTime(text, order)?.day)

  function readDateTimeIn(cells: readonly string[], field: ImportField, report: ReportProblem) {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    return (
      readDateTime(text, order) ?? report(field === 'startTime' || field === 'endTime' ? 'bad-time' : 'bad-date', field)
    )
  }

  function readDateIn(cells: readonly string[], field: ImportField, report: ReportProblem) {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    const day = dayOf(text)
    return day === undefined ? report('bad-date', field) : { day }
  }

  /** Returns undefined, after reporting a problem, if a cell cannot be read. */
  return (
    cells: readonly string[],
    { dateTime, date, time }: DateTimeFields,
    report: ReportProblem,
  ): PartialDateTime | undefined => {
    const whole = readDateTimeIn(cells, dateTime, report)
    if (whole === undefined || whole.at !== undefined) return whole
    const day = readDateIn(cells, date, report)
    const clock = day && readDateTimeIn(cells, time, report)
    return clock && { ...day, ...clock, ...whole }
  }
}
