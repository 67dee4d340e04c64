import { memoize } from '#core/memoize.ts'
import { type ColumnIndexes, shortTextAt } from './columns.ts'
import { readDay } from './dates.ts'
import { readDateTime, type PartialDateTime } from './times.ts'
import type { DateOrder, ImportField, ProblemKind } from './import-model.ts'

/** Notes what is wrong with a row. */
export type ReportProblem = (kind: ProblemKind, field?: ImportField) => undefined

interface DateTimeFields {
  both: ImportField
  date: ImportField
  time: ImportField
}
export const START_FIELDS: DateTimeFields = { both: 'start', date: 'startDate', time: 'startTime' }
export const END_FIELDS: DateTimeFields = { both: 'end', date: 'endDate', time: 'endTime' }

const EMPTY: PartialDateTime = {}
const MAX_CACHED_DATES = 20_000

/** Reads what rows say of a moment in three columns, each of which may be missing or empty. */
export function createDateTimeReader(at: ColumnIndexes, order: DateOrder) {
  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, at[field])
  /** The dates of a file are few. */
  const dayOf = memoize(MAX_CACHED_DATES, (text: string) => readDay(text, order) ?? readDateTime(text, order)?.day)

  function stampIn(cells: readonly string[], field: ImportField, tell: ReportProblem): PartialDateTime | undefined {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    return (
      readDateTime(text, order) ?? tell(field === 'startTime' || field === 'endTime' ? 'bad-time' : 'bad-date', field)
    )
  }

  function dateIn(cells: readonly string[], field: ImportField, tell: ReportProblem): PartialDateTime | undefined {
    const text = cellOf(cells, field)
    if (text === '') return EMPTY
    const day = dayOf(text)
    return day === undefined ? tell('bad-date', field) : { day }
  }

  /** Undefined: what is there cannot be read, and was told. */
  return (
    cells: readonly string[],
    { both, date, time }: DateTimeFields,
    tell: ReportProblem,
  ): PartialDateTime | undefined => {
    const whole = stampIn(cells, both, tell)
    if (whole === undefined || whole.at !== undefined) return whole
    const day = dateIn(cells, date, tell)
    const clock = day && stampIn(cells, time, tell)
    return clock && { ...day, ...clock, ...whole }
  }
}
