import type { TimeEntry } from '#contract/time-entries.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import type { DayRange } from './day-ranges.ts'
import { daysBetween } from './local-time.ts'

/** Start and end as times of day, each with its distance in days from the day that the entry is listed under. */
export function formatEntryTimes({ startTime, endTime }: TimeEntry, day: number, language: string) {
  const describe = (time: string) => ({ clock: formatTime(time, language), days: daysBetween(day, time) })
  return { start: describe(startTime), end: describe(endTime ?? startTime) }
}

/** For overlaps and gaps, which last at least a minute. */
export const formatWholeMinutes = (milliseconds: number, language: string) =>
  formatDuration(Math.max(MINUTE_MS, milliseconds), language)

/** “Today”, “yesterday” or the date. */
export function formatDayTitle(day: number, now: number, locale: string) {
  const ago = daysBetween(day, now)
  if (ago === 0 || ago === 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
  const isOfThisYear = new Date(day).getFullYear() === new Date(now).getFullYear()
  return new Date(day).toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isOfThisYear && { year: 'numeric' }),
  })
}

export function formatDayRange({ from, to }: DayRange, locale: string) {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
