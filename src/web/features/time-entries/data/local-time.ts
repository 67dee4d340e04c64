import { shiftDate } from '#core/time/calendar-dates.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'

/** The local date `YYYY-MM-DD` of an ISO time, and its time of day `HH:MM:SS.sss`. */
export const toLocalDate = (time: string) => localTime(time).slice(0, 10)
export const toLocalClock = (time: string) => localTime(time).slice(11, 23)

function localTime(time: string) {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString()
}

export const toIsoTime = (day: string, clock: string) => new Date(`${day}T${clock}`).toISOString()

export const addMs = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

export const msBetween = (start: string, end: string) => Date.parse(end) - Date.parse(start)

/** The end for a typed time of day: the first after the start, or on the old last day if the entry lasted days. */
export function resolveEnd(start: string, clock: string, before: string | null): string {
  const wasLong = before !== null && msBetween(start, before) >= DAY_MS
  const end = toIsoTime(toLocalDate(wasLong ? before : start), clock)
  return end > start ? end : toIsoTime(shiftDate(toLocalDate(end), 1), clock)
}

/** Number of local midnights between two times. */
export const daysBetween = (first: number | string, second: number | string) => dayNumber(second) - dayNumber(first)

function dayNumber(time: number | string) {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS
}
