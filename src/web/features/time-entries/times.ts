import { DAY_MS, MINUTE_MS } from '#core/units.ts'
import { dayLater } from './day-ranges.ts'

/** The local day of a moment, `YYYY-MM-DD`, and its time of day, `HH:MM:SS.sss`. */
export const toDay = (time: string) => localTime(time).slice(0, 10)
export const toClock = (time: string) => localTime(time).slice(11, 23)

function localTime(time: string) {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString()
}

export const momentOf = (day: string, clock: string) => new Date(`${day}T${clock}`).toISOString()

export const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

export const lengthOf = (start: string, end: string) => Date.parse(end) - Date.parse(start)

/** The end that a time of day means: the next one after the start, unless the entry was longer than a day before. */
export function endAt(start: string, clock: string, before: string | null): string {
  const wasLong = before !== null && lengthOf(start, before) >= DAY_MS
  const end = momentOf(toDay(wasLong ? before : start), clock)
  return end > start ? end : momentOf(dayLater(toDay(end), 1), clock)
}

/** How many midnights lie between two moments. */
export const daysBetween = (first: number | string, second: number | string) => midnight(second) - midnight(first)

function midnight(time: number | string) {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS
}
