import type { DateOrder } from '#contract/files/imports.ts'
import { formatDate, formatDateRange, LONG_DATE, SHORT_DATE } from '#web/ui/display/format-date.ts'

const THIS_CENTURY = 2000

/** The two days that a date such as 03/04/2026 can mean; undefined for another format. */
export function readInBothOrders(date: string): Record<DateOrder, string> | undefined {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4}|\d{2})$/.exec(date) ?? []
  if (year === '') return undefined
  const full = year.length === 2 ? THIS_CENTURY + Number(year) : year
  const dayOf = (month: string, day: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return { 'day-first': dayOf(second, first), 'month-first': dayOf(first, second) }
}

/** "3 April 2026" */
export const formatDay = (day: string, language: string) => formatDate(day, language, LONG_DATE)

/** "April 2026" */
export const formatMonth = (month: string, language: string) =>
  formatDate(month, language, { month: 'long', year: 'numeric' })

/** "3 Apr – 9 May 2026" */
export const formatDayRange = (from: string, to: string, language: string) =>
  formatDateRange({ from, to }, language, SHORT_DATE)
