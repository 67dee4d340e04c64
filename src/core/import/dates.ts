import { foldForSearch } from '#core/text/fold-for-search.ts'
import { DAY_MS } from '#core/time/units.ts'
import { DATE_ORDERS, type DateOrder } from './import-model.ts'

const NUMERIC = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/

/** The first letters of months in English, Spanish, Portuguese, German, French and Turkish, without accents. */
const MONTHS = [
  ['jan', 'ene', 'oca'],
  ['feb', 'fev', 'sub'],
  ['mar'],
  ['apr', 'abr', 'avr', 'nis'],
  ['may', 'mai'],
  ['jun', 'juin', 'haz'],
  ['jul', 'juil', 'tem'],
  ['aug', 'ago', 'agu', 'aou'],
  ['sep', 'set', 'eyl'],
  ['oct', 'out', 'okt', 'eki'],
  ['nov', 'kas'],
  ['dec', 'dic', 'dez', 'ara'],
]

/** Days since 1970-01-01. */
export function readDay(text: string, order: DateOrder): number | undefined {
  const [, first, , second, third] = NUMERIC.exec(text) ?? []
  if (first === undefined) return readCompact(text) ?? readDateWithMonthName(text)
  if (first.length === 4) return toDayNumber(Number(first), Number(second), Number(third))
  if (order === 'year-first')
    return SHORT_YEAR_FIRST.test(text) ? toDayNumber(fullYear(first), Number(second), Number(third)) : undefined
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return toDayNumber(fullYear(third!), Number(month), Number(day))
}

/** Only with hyphens, as in ISO 8601, may the year be one of two digits in front. */
const SHORT_YEAR_FIRST = /^\d\d-\d\d?-\d\d?$/

/** The orders in which the parts of a numeric date are possible; undefined if its order is certain. */
export function possibleOrders(text: string): readonly DateOrder[] | undefined {
  const [, first, , second, third] = NUMERIC.exec(text) ?? []
  if (first === undefined || first.length > 2) return undefined
  const isPossible: Record<DateOrder, boolean> = {
    'day-first': Number(second) <= 12,
    'month-first': Number(first) <= 12,
    'year-first': SHORT_YEAR_FIRST.test(text) && Number(second) <= 12 && Number(third) <= 31,
  }
  return DATE_ORDERS.filter((order) => isPossible[order])
}

function readCompact(text: string) {
  const [, year, month, day] = COMPACT.exec(text) ?? []
  return toDayNumber(Number(year), Number(month), Number(day))
}

/** 31 Aug 2026, Aug 31, 2026, 31 de agosto de 2026. */
function readDateWithMonthName(text: string) {
  const folded = foldForSearch(text)
  const words = folded.match(/[a-z]{3,}/g) ?? []
  const numbers = folded.match(/\d+/g) ?? []
  const [word = ''] = words
  const month = MONTHS.findIndex((names) => names.some((name) => word.startsWith(name))) + 1
  if (words.length !== 1 || month === 0 || numbers.length !== 2) return undefined
  const [one, two] = numbers as [string, string]
  const [day, year] = one.length === 4 ? [two, one] : [one, two]
  return toDayNumber(fullYear(year), month, Number(day))
}

const fullYear = (text: string) => (text.length <= 2 ? 2000 + Number(text) : Number(text))

function toDayNumber(year: number, month: number, day: number) {
  const at = Date.UTC(year, month - 1, day)
  const isReal = new Date(at).getUTCMonth() === month - 1 && new Date(at).getUTCDate() === day
  return isReal && year >= 1000 && year <= 9999 ? at / DAY_MS : undefined
}
