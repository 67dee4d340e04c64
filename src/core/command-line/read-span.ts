import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'

const TIME = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*(am|pm|a\. ?m\.|p\. ?m\.)?$/

/** Reads a time of day as milliseconds since midnight: 9, 9:00, 9.30, 0930, 9:30pm. */
export function readTimeOfDay(text: string): number | undefined {
  const [matched, hours, minutes = '0', half] = TIME.exec(text.trim().toLowerCase()) ?? []
  if (matched === undefined) return undefined
  const hour = toHour(Number(hours), half?.[0])
  const time = hour * HOUR_MS + Number(minutes) * MINUTE_MS
  return time <= DAY_MS ? time : undefined
}

function toHour(hour: number, half: string | undefined) {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Infinity
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

interface SpanInput {
  /** Milliseconds since midnight. */
  from?: number | undefined
  to?: number | undefined
  durationMs?: number | undefined
  /** The local day, `YYYY-MM-DD`. */
  date: string
  now: number
  /** The time zone of the account. */
  zone: string
}

/** `too-many`: start, end and duration do not agree. `too-few`: neither a duration nor both times. */
export type SpanMistake = 'too-many' | 'too-few' | 'empty'

/**
 * The start and end of an entry from what the user gave: two times, one time and a duration, or a duration alone, which
 * then ends at the present time of the day. An end before the start is that of the next day.
 */
export function toSpan(input: SpanInput): { startedAt: number; endedAt: number } | SpanMistake {
  const { from, to, durationMs, date, zone } = input
  const instantOf = (timeOfDay: number) => instantOfLocalTime(Date.parse(date) + timeOfDay, zone)
  if (from !== undefined && to !== undefined) {
    if (durationMs !== undefined) return 'too-many'
    if (from === to) return 'empty'
    return { startedAt: instantOf(from), endedAt: instantOf(to > from ? to : to + DAY_MS) }
  }
  if (durationMs === undefined) return 'too-few'
  if (from !== undefined) return { startedAt: instantOf(from), endedAt: instantOf(from) + durationMs }
  const endedAt = to === undefined ? presentTimeOn(input) : instantOf(to)
  return { startedAt: endedAt - durationMs, endedAt }
}

/** The present time of the day on the given day, in full minutes. */
function presentTimeOn({ date, now, zone }: SpanInput) {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const midnight = instantOfLocalTime(Math.floor(localTimeOf(minute, zone) / DAY_MS) * DAY_MS, zone)
  return instantOfLocalTime(Date.parse(date) + (minute - midnight), zone)
}

function localTimeOf(at: number, zone: string) {
  return at + utcOffsetOf(at, zone)
}
