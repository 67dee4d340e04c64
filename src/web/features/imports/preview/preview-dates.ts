import type { DateOrder } from '#contract/imports.ts'
import { toLocale } from '#core/language.ts'

const THIS_CENTURY = 2000

/** The two days that a date such as 03/04/2026 can mean; undefined for another format. */
export function readInBothOrders(date: string): Record<DateOrder, string> | undefined {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4}|\d{2})$/.exec(date) ?? []
  if (year === '') return undefined
  const full = year.length === 2 ? THIS_CENTURY + Number(year) : year
  const dayOf = (month: string, day: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return { 'day-first': dayOf(second, first), 'month-first': dayOf(first, second) }
}

/** Calendar days have no time zone: parsing and formatting both in UTC keeps the day. */
const formatCalendarDate = (day: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(toLocale(language), { ...options, timeZone: 'UTC' }).format(new Date(day))

/** "3 April 2026" */
export const formatDay = (day: string, language: string) => formatCalendarDate(day, language, { dateStyle: 'long' })

/** "April 2026" */
export const formatMonth = (month: string, language: string) =>
  formatCalendarDate(month, language, { month: 'long', year: 'numeric' })

/** "3 Apr – 9 May 2026" */
export const formatDayRange = (from: string, to: string, language: string) =>
  new Intl.DateTimeFormat(toLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )
