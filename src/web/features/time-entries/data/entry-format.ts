import type { TimeEntry } from '#contract/time-entries.ts'
import { toLocale } from '#core/language.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import type { DayRange } from './day-ranges.ts'
import { daysBetween } from './local-time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format is slow, and every row needs one. */
function timeFormatFor(locale: string) {
  const known = formats.get(locale)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  formats.set(locale, made)
  return made
}

/** Start and end as times of day, each with its distance in days from the day that the entry is listed under. */
export function formatEntryTimes({ startTime, endTime }: TimeEntry, day: number, language: string) {
  const format = timeFormatFor(toLocale(language))
  const describe = (time: string) => ({ clock: format.format(new Date(time)), days: daysBetween(day, time) })
  return { start: describe(startTime), end: describe(endTime ?? startTime) }
}

const lengths = new Map<string, string>()

/** For overlaps and gaps, which last at least a minute. Cached for the same reason. */
export function formatWholeMinutes(milliseconds: number, language: string) {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE_MS))
  const key = `${language} ${minutes}`
  const known = lengths.get(key)
  if (known !== undefined) return known
  const made = formatDuration(minutes * MINUTE_MS, language)
  lengths.set(key, made)
  return made
}

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
