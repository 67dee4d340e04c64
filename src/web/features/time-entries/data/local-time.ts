import { shiftDate } from '#core/time/calendar-dates.ts'
import { instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'
import { currentZone } from '#web/i18n/formats.ts'

/** The local date `YYYY-MM-DD` of an ISO time, and its time of day `HH:MM:SS.sss`. */
export const toLocalDate = (time: string) => localTime(time).slice(0, 10)
export const toLocalClock = (time: string) => localTime(time).slice(11, 23)

const localTime = (time: string) => new Date(toLocalMs(Date.parse(time))).toISOString()

/** The instant as if the local clock showed UTC. */
const toLocalMs = (at: number) => at + utcOffsetOf(at, currentZone())

export const toIsoTime = (day: string, clock: string) =>
  new Date(instantOfLocalTime(Date.parse(`${day}T${clock}Z`), currentZone())).toISOString()

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

const dayNumber = (time: number | string) => Math.floor(toLocalMs(new Date(time).getTime()) / DAY_MS)
