import { CalendarDate, Time } from '@internationalized/date'

/** The local day and the time of day of a moment. */
export function toDay(time: string) {
  const at = new Date(time)
  return new CalendarDate(at.getFullYear(), at.getMonth() + 1, at.getDate())
}

export function toClock(time: string) {
  const at = new Date(time)
  return new Time(at.getHours(), at.getMinutes(), at.getSeconds(), at.getMilliseconds())
}

export function momentOf({ year, month, day }: CalendarDate, { hour, minute, second, millisecond }: Time) {
  return new Date(year, month - 1, day, hour, minute, second, millisecond).toISOString()
}

export const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

export const lengthOf = (start: string, end: string) => Date.parse(end) - Date.parse(start)

const DAY_MS = 24 * 60 * 60_000

/** The end that a time of day means: the next one after the start, unless the entry was longer than a day before. */
export function endAt(start: string, clock: Time, before: string | null): string {
  const wasLong = before !== null && lengthOf(start, before) >= DAY_MS
  const end = momentOf(toDay(wasLong ? before : start), clock)
  return end > start ? end : momentOf(toDay(end).add({ days: 1 }), clock)
}

/** How many midnights lie between two moments. */
export const daysBetween = (first: number | string, second: number | string) => midnight(second) - midnight(first)

function midnight(time: number | string) {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS
}
