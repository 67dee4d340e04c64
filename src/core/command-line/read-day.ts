import type { DateOrder } from '#core/formats.ts'
import { firstOfMonth, shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'

interface Calendar {
  /** The present local date, `YYYY-MM-DD`. */
  today: string
  dateOrder: DateOrder
}

/** Days before today, in the languages of the product. */
// prettier-ignore
const RELATIVE_DAYS: Record<string, number> = {
  today: 0, yesterday: 1,
  hoy: 0, ayer: 1,
  bugün: 0, bugun: 0, dün: 1, dun: 1,
}

/** Reads a day: a word, `2026-11-19`, or day and month in the order of the account, by default of the past year. */
export function readDay(text: string, { today, dateOrder }: Calendar): string | undefined {
  const typed = text.trim().toLowerCase()
  if (Object.hasOwn(RELATIVE_DAYS, typed)) return shiftDate(today, -RELATIVE_DAYS[typed]!)
  const [isIso, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (isIso !== undefined) return toDate(Number(year), Number(month), Number(day))
  const [isShort, first, second, written] = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}))?\.?$/.exec(typed) ?? []
  if (isShort === undefined) return undefined
  const [dayNumber, monthNumber] =
    dateOrder === 'dmy' ? [Number(first), Number(second)] : [Number(second), Number(first)]
  if (written !== undefined) return toDate(Number(written), monthNumber, dayNumber)
  const thisYear = Number(today.slice(0, 4))
  // 29 February may be of one of the last years.
  return Array.from({ length: 9 }, (_, ago) => toDate(thisYear - ago, monthNumber, dayNumber)).find(
    (date) => date !== undefined && date <= today,
  )
}

interface WeekCalendar extends Calendar {
  /** The first day of the week, from 1 for Monday. */
  weekStart: number
}

interface DateRange {
  from: string
  to: string
}

/** The words for periods that commands accept. */
export const PERIOD_WORDS = [
  'today',
  'yesterday',
  'week',
  'last-week',
  'month',
  'last-month',
  'year',
  'last-year',
] as const

/** Reads a period, both days included: one of the words, `2026`, `2026-11`, a day, or two days as `a..b`. */
export function readPeriod(text: string, calendar: WeekCalendar): DateRange | undefined {
  const typed = text.trim().toLowerCase()
  const named = namedPeriod(typed, calendar)
  if (named !== undefined) return named
  if (/^\d{4}$/.test(typed)) return { from: `${typed}-01-01`, to: `${typed}-12-31` }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(typed)) return monthOf(`${typed}-01`)
  const [first, last = first, ...more] = typed.split('..')
  const [from, to] = [readDay(first!, calendar), readDay(last!, calendar)]
  return from === undefined || to === undefined || more.length > 0 || to < from ? undefined : { from, to }
}

function namedPeriod(typed: string, { today, weekStart }: WeekCalendar): DateRange | undefined {
  const week = weekStartOf(today, weekStart)
  const year = Number(today.slice(0, 4))
  const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` })
  const periods: Record<string, DateRange> = {
    week: { from: week, to: shiftDate(week, 6) },
    'last-week': { from: shiftDate(week, -7), to: shiftDate(week, -1) },
    month: monthOf(today),
    'last-month': monthOf(shiftDate(firstOfMonth(today), -1)),
    year: yearOf(year),
    'last-year': yearOf(year - 1),
  }
  return Object.hasOwn(periods, typed) ? periods[typed] : undefined
}

function monthOf(date: string): DateRange {
  const from = firstOfMonth(date)
  return { from, to: shiftDate(firstOfMonth(shiftDate(from, 31)), -1) }
}

/** Undefined if there is no such day. */
function toDate(year: number, month: number, day: number) {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 2000 && year < 2100 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : undefined
}
