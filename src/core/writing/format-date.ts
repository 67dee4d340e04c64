import type { DateOrder } from '#core/formats.ts'
import { toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'

/** The parts of a date to write. */
export type DateParts = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month' | 'year'>

export const LONG_DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const satisfies DateParts
export const SHORT_DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const satisfies DateParts

/** Writes parts of a calendar date (`YYYY-MM-DD`) in the chosen order: "17 November", "November 17" or "2026-11-17". */
export function formatDate(date: string, language: string, parts: DateParts, order: DateOrder): string {
  const format = dateFormat(language, parts)
  if (!isReordered(parts, order)) return format.format(new Date(date))
  const texts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(new Date(date))) texts[type] = value
  const written =
    order === 'ymd' ? [isAxisLabel(parts) ? date.slice(5) : date] : [`${texts.month} ${texts.day}`, texts.year]
  return [texts.weekday, ...written].filter(Boolean).join(', ')
}

export interface DateRange {
  from: string
  to: string
}

/** Writes a range of calendar dates, both included. Parts that both have in common are written once where possible. */
export function formatDateRange({ from, to }: DateRange, language: string, parts: DateParts, order: DateOrder): string {
  const format = dateFormat(language, parts)
  if (!isReordered(parts, order)) return format.formatRange(new Date(from), new Date(to))
  const { year: _, ...withoutYear } = parts
  const isOneYear = order === 'mdy' && from.slice(0, 4) === to.slice(0, 4)
  const [first, last] = [isOneYear ? withoutYear : parts, parts]
  if (order === 'ymd' && from !== to) return `${from} – ${to}`
  if (from === to) return formatDate(to, language, last, order)
  return `${formatDate(from, language, first, order)} – ${formatDate(to, language, last, order)}`
}

/** A date of the format 2026-11-17 is written whole, except in the narrow columns of charts. */
const isAxisLabel = ({ weekday, month, year }: DateParts) =>
  weekday === undefined && year === undefined && month === 'short'

/** All supported languages write the day first. A month or a weekday alone has no order. */
const isReordered = ({ day, month }: DateParts, order: DateOrder) =>
  order !== 'dmy' && day !== undefined && month !== undefined

/** Calendar dates have no time zone: parsing and formatting both in UTC keeps the date. */
const dateFormat = (language: string, parts: DateParts) => cachedFormat(JSON.stringify([toLocale(language), parts]))

/** Creating a format is slow, and a report has hundreds of lines. */
const cachedFormat = memoize(50, (key: string) => {
  const [locale, parts] = JSON.parse(key) as [string, DateParts]
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
})
