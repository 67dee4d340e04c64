import type { TimeEntry } from '#contract/time-entries.ts'
import { toLocale } from '#core/language.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { formatDate, formatDateRange, SHORT_DATE } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import type { DayRange } from './day-ranges.ts'
import { daysBetween } from './local-time.ts'

/** Start and end as times of day, each with its distance in days from the day that the entry is listed under. */
export function formatEntryTimes({ startTime, endTime }: TimeEntry, day: number, language: string) {
  const describe = (time: string) => ({ clock: formatTime(time, language), days: daysBetween(day, time) })
  return { start: describe(startTime), end: describe(endTime ?? startTime) }
}

/** “Today”, “yesterday” or the date. */
export function formatDayTitle(day: number, now: number, language: string) {
  const ago = daysBetween(day, now)
  if (ago === 0 || ago === 1)
    return new Intl.RelativeTimeFormat(toLocale(language), { numeric: 'auto' }).format(-ago, 'day')
  const [date, today] = [dateOf(day, currentZone()), dateOf(now, currentZone())]
  const isOfThisYear = date.slice(0, 4) === today.slice(0, 4)
  return formatDate(date, language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isOfThisYear && { year: 'numeric' }),
  })
}

export const formatDayRange = (range: DayRange, language: string) => formatDateRange(range, language, SHORT_DATE)
