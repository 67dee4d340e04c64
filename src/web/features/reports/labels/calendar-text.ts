import type { CalendarDimension } from '#core/report/dimensions.ts'
import { type DayRange, addDays, type RangeKind } from '#web/features/reports/range/report-range.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'

interface Speech {
  t: Translate
  language: string
}

/** Any Monday. */
const MONDAY = '2024-01-01'

/** What a report is of; years are told where they are not the present one. */
export function formatRange(kind: RangeKind, range: DayRange, { t, language }: Speech, today: string): string {
  const { from, to } = range
  const year = from.slice(0, 4)
  if (kind === 'year') return year
  if (kind === 'quarter') return t('reports.range.quarterName', { quarter: Number(to.slice(5, 7)) / 3, year })
  if (kind === 'month') return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(from))
  // Two months have little room beside each other.
  const month = from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short'
  const day = { day: 'numeric', month, ...yearOf(range, today) } as const
  if (kind === 'day') return dateFormat(language, { weekday: 'long', ...day }).format(new Date(from))
  return dateFormat(language, day).formatRange(new Date(from), new Date(to))
}

/** What a line of a report is called that the calendar tells apart. */
export function formatCalendarKey(dimension: CalendarDimension, key: string, language: string, today: string): string {
  const dayFormat = (last: string) =>
    ({ day: 'numeric', month: 'short', ...yearOf({ from: key, to: last }, today) }) as const
  switch (dimension) {
    case 'hour':
      return `${key}:00 – ${String((Number(key) + 1) % 24).padStart(2, '0')}:00`
    case 'weekday':
      return dateFormat(language, { weekday: 'long' }).format(new Date(addDays(MONDAY, Number(key) - 1)))
    case 'month':
      return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(key))
    case 'week': {
      const sunday = addDays(key, 6)
      return dateFormat(language, dayFormat(sunday)).formatRange(new Date(key), new Date(sunday))
    }
    case 'day':
      return dateFormat(language, { weekday: 'short', ...dayFormat(key) }).format(new Date(key))
  }
}

/** A day in a sentence. */
export const formatDay = (day: string, language: string) =>
  dateFormat(language, { day: 'numeric', month: 'long' }).format(new Date(day))

const yearOf = ({ from, to }: DayRange, today: string): Intl.DateTimeFormatOptions =>
  [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4)) ? {} : { year: 'numeric' }

/** Making a format is slow, and a report has hundreds of lines. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Calendar days have no zone: reading and printing them in one makes them stay what they are. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions) {
  const id = JSON.stringify([language, options])
  const known = formats.get(id)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  formats.set(id, made)
  return made
}
