import { toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'
import type { CalendarDimension } from '#core/report/dimensions.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { DayRange, RangeKind } from '#web/features/reports/range/report-range.ts'
import type { Translate } from '#web/i18n/i18n.ts'

interface Translation {
  t: Translate
  language: string
}

/** Any Monday. */
const MONDAY = '2024-01-01'

/** Title of a range; the year is left out if it is the current one. */
export function formatRange(kind: RangeKind, range: DayRange, { t, language }: Translation, today: string): string {
  const { from, to } = range
  const year = from.slice(0, 4)
  if (kind === 'year') return year
  if (kind === 'quarter') return t('reports.range.quarterName', { quarter: Number(to.slice(5, 7)) / 3, year })
  if (kind === 'month') return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(from))
  // Two month names need the short form to fit.
  const month = from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short'
  const day = { day: 'numeric', month, ...yearOf(range, today) } as const
  if (kind === 'day') return dateFormat(language, { weekday: 'long', ...day }).format(new Date(from))
  return dateFormat(language, day).formatRange(new Date(from), new Date(to))
}

/** Label of a calendar bucket, such as a week or an hour of the day. */
export function formatCalendarKey(dimension: CalendarDimension, key: string, language: string, today: string): string {
  const dayFormat = (last: string) =>
    ({ day: 'numeric', month: 'short', ...yearOf({ from: key, to: last }, today) }) as const
  switch (dimension) {
    case 'hour':
      return `${key}:00 – ${String((Number(key) + 1) % 24).padStart(2, '0')}:00`
    case 'weekday':
      return dateFormat(language, { weekday: 'long' }).format(new Date(shiftDate(MONDAY, Number(key) - 1)))
    case 'month':
      return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(key))
    case 'week': {
      const sunday = shiftDate(key, 6)
      return dateFormat(language, dayFormat(sunday)).formatRange(new Date(key), new Date(sunday))
    }
    case 'day':
      return dateFormat(language, { weekday: 'short', ...dayFormat(key) }).format(new Date(key))
  }
}

export const formatDay = (day: string, language: string) =>
  dateFormat(language, { day: 'numeric', month: 'long' }).format(new Date(day))

const yearOf = ({ from, to }: DayRange, today: string): Intl.DateTimeFormatOptions =>
  [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4)) ? {} : { year: 'numeric' }

/** Calendar days have no time zone: parsing and formatting both in UTC keeps the day. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions) =>
  cachedFormat(JSON.stringify([toLocale(language), { ...options, timeZone: 'UTC' }]))

/** Creating a format is slow, and a report has hundreds of lines. */
const cachedFormat = memoize(
  50,
  (key: string) => new Intl.DateTimeFormat(...(JSON.parse(key) as [string, Intl.DateTimeFormatOptions])),
)
