import type { TimeEntry } from '#contract/time-entries.ts'
import { MINUTE_MS } from '#core/units.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import type { DayRange } from './day-ranges.ts'
import { daysBetween } from './local-time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format is slow, and a list needs one in each row. */
function timeFormatFor(locale: string) {
  const known = formats.get(locale)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  formats.set(locale, made)
  return made
}

/** Start and end as clocks show them, each with how many days it is from the day of its list. */
export function formatEntryTimes({ startTime, endTime }: TimeEntry, day: number, language: string) {
  const format = timeFormatFor(localeOf(language))
  const tell = (time: string) => ({ clock: format.format(new Date(time)), days: daysBetween(day, time) })
  return { start: tell(startTime), end: tell(endTime ?? startTime) }
}

const lengths = new Map<string, string>()

/** How long, to the minute; under a minute there is no overlap and no gap. Kept, for the same reason. */
export function formatWholeMinutes(milliseconds: number, language: string) {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE_MS))
  const key = `${language} ${minutes}`
  const known = lengths.get(key)
  if (known !== undefined) return known
  const made = formatDuration(minutes * MINUTE_MS, language)
  lengths.set(key, made)
  return made
}

/** A day of a list: today, yesterday, or its date. */
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
