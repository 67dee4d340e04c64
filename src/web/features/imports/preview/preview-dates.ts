import type { DateOrder } from '#contract/files/imports.ts'
import { possibleOrders, readDay } from '#core/import/dates.ts'
import { DAY_MS } from '#core/time/units.ts'
import { formatDate, formatDateRange, LONG_DATE, SHORT_DATE } from '#web/ui/display/format-date.ts'

/** The days that a date such as 03/04/2026 or 26-03-04 can mean. */
export function readInEveryOrder(date: string): { order: DateOrder; day: string }[] {
  return (possibleOrders(date) ?? []).flatMap((order) => {
    const day = readDay(date, order)
    return day === undefined ? [] : { order, day: new Date(day * DAY_MS).toISOString().slice(0, 10) }
  })
}

/** "3 April 2026" */
export const formatDay = (day: string, language: string) => formatDate(day, language, LONG_DATE)

/** "April 2026" */
export const formatMonth = (month: string, language: string) =>
  formatDate(month, language, { month: 'long', year: 'numeric' })

/** "3 Apr – 9 May 2026" */
export const formatDayRange = (from: string, to: string, language: string) =>
  formatDateRange({ from, to }, language, SHORT_DATE)
