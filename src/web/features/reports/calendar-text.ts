import type { Translate } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import type { Dimension } from './queries.ts'
import { type DayRange, daysLater, type RangeKind } from './report-range.ts'

export type CalendarDimension = Extract<Dimension, 'day' | 'week' | 'month' | 'weekday' | 'hour'>

interface Speech {
  t: Translate
  language: string
}

/** Any Monday. */
const MONDAY = '2024-01-01'

const CALENDAR: readonly Dimension[] = ['day', 'week', 'month', 'weekday', 'hour'] satisfies CalendarDimension[]

export const isCalendar = (dimension: Dimension): dimension is CalendarDimension => CALENDAR.includes(dimension)

/** What a report is of; years are told where they are not the present one. */
export function tellRange(kind: RangeKind, range: DayRange, { t, language }: Speech, today: string): string {
  const { from, to } = range
  const year = from.slice(0, 4)
  if (kind === 'year') return year
  if (kind === 'quarter') return t('reports.range.quarterName', { quarter: Number(to.slice(5, 7)) / 3, year })
  if (kind === 'month') return formatOf(language, { month: 'long', year: 'numeric' }).format(new Date(from))
  // Two months have little room beside each other.
  const month = from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short'
  const day = { day: 'numeric', month, ...yearOf(range, today) } as const
  if (kind === 'day') return formatOf(language, { weekday: 'long', ...day }).format(new Date(from))
  return formatOf(language, day).formatRange(new Date(from), new Date(to))
}

/** What a line of a report is called that the calendar tells apart. */
export function tellKey(dimension: CalendarDimension, key: string, language: string, today: string): string {
  if (dimension === 'hour') return `${key}:00 – ${String((Number(key) + 1) % 24).padStart(2, '0')}:00`
  if (dimension === 'weekday')
    return formatOf(language, { weekday: 'long' }).format(new Date(daysLater(MONDAY, Number(key) - 1)))
  if (dimension === 'month') return formatOf(language, { month: 'long', year: 'numeric' }).format(new Date(key))
  const range = { from: key, to: dimension === 'week' ? daysLater(key, 6) : key }
  const day = { day: 'numeric', month: 'short', ...yearOf(range, today) } as const
  if (dimension === 'day') return formatOf(language, { weekday: 'short', ...day }).format(new Date(key))
  return formatOf(language, day).formatRange(new Date(range.from), new Date(range.to))
}

/** A day in a sentence. */
export const tellDay = (day: string, language: string) =>
  formatOf(language, { day: 'numeric', month: 'long' }).format(new Date(day))

const yearOf = ({ from, to }: DayRange, today: string): Intl.DateTimeFormatOptions =>
  [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4)) ? {} : { year: 'numeric' }

/** Making a format is slow, and a report has hundreds of lines. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Calendar days have no zone: reading and printing them in one makes them stay what they are. */
export function formatOf(language: string, options: Intl.DateTimeFormatOptions) {
  const id = JSON.stringify([language, options])
  const known = formats.get(id)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  formats.set(id, made)
  return made
}
