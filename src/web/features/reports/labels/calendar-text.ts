import type { DayRange, RangeKind } from '#core/report/day-range.ts'
import type { CalendarDimension } from '#core/report/dimensions.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { type DateParts, formatDate, formatDateRange } from '#web/ui/display/format-date.ts'
import { formatHour } from '#web/ui/display/format-time.ts'

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
  if (kind === 'month') return formatDate(from, language, { month: 'long', year: 'numeric' })
  // Two month names need the short form to fit.
  const month = from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short'
  const day = { day: 'numeric', month, ...yearOf(range, today) } as const
  if (kind === 'day') return formatDate(from, language, { weekday: 'long', ...day })
  return formatDateRange(range, language, day)
}

/** Label of a calendar bucket, such as a week or an hour of the day. */
export function formatCalendarKey(dimension: CalendarDimension, key: string, language: string, today: string): string {
  const dayFormat = (last: string) =>
    ({ day: 'numeric', month: 'short', ...yearOf({ from: key, to: last }, today) }) as const
  switch (dimension) {
    case 'hour':
      return `${formatHour(Number(key), language)} – ${formatHour((Number(key) + 1) % 24, language)}`
    case 'weekday':
      return formatDate(shiftDate(MONDAY, Number(key) - 1), language, { weekday: 'long' })
    case 'month':
      return formatDate(key, language, { month: 'long', year: 'numeric' })
    case 'week': {
      const last = shiftDate(key, 6)
      return formatDateRange({ from: key, to: last }, language, dayFormat(last))
    }
    case 'day':
      return formatDate(key, language, { weekday: 'short', ...dayFormat(key) })
  }
}

export const formatDay = (day: string, language: string) => formatDate(day, language, { day: 'numeric', month: 'long' })

const yearOf = ({ from, to }: DayRange, today: string): DateParts =>
  [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4)) ? {} : { year: 'numeric' }
