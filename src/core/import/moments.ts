import { memoize } from '#core/memoize.ts'
import { type Columns, shortTextAt } from './columns.ts'
import { readDay } from './dates.ts'
import { readStamp, type Stamp } from './times.ts'
import type { DateOrder, ImportField, ProblemKind } from './vocabulary.ts'

/** Notes what is wrong with a row. */
export type Tell = (kind: ProblemKind, field?: ImportField) => undefined

interface Fields {
  both: ImportField
  date: ImportField
  time: ImportField
}
export const START: Fields = { both: 'start', date: 'startDate', time: 'startTime' }
export const END: Fields = { both: 'end', date: 'endDate', time: 'endTime' }

const NOTHING: Stamp = {}
const REMEMBERED_DATES = 20_000

/** Reads what rows say of a moment in three columns, each of which may be missing or empty. */
export function createMomentReader(at: Columns, order: DateOrder) {
  const cellOf = (cells: readonly string[], field: ImportField) => shortTextAt(cells, at[field])
  /** The dates of a file are few. */
  const dayOf = memoize(REMEMBERED_DATES, (text: string) => readDay(text, order) ?? readStamp(text, order)?.day)

  function stampIn(cells: readonly string[], field: ImportField, tell: Tell): Stamp | undefined {
    const text = cellOf(cells, field)
    if (text === '') return NOTHING
    return readStamp(text, order) ?? tell(field === 'startTime' || field === 'endTime' ? 'bad-time' : 'bad-date', field)
  }

  function dateIn(cells: readonly string[], field: ImportField, tell: Tell): Stamp | undefined {
    const text = cellOf(cells, field)
    if (text === '') return NOTHING
    const day = dayOf(text)
    return day === undefined ? tell('bad-date', field) : { day }
  }

  /** Undefined: what is there cannot be read, and was told. */
  return (cells: readonly string[], { both, date, time }: Fields, tell: Tell): Stamp | undefined => {
    const whole = stampIn(cells, both, tell)
    if (whole === undefined || whole.at !== undefined) return whole
    const day = dateIn(cells, date, tell)
    const clock = day && stampIn(cells, time, tell)
    return clock && { ...day, ...clock, ...whole }
  }
}
