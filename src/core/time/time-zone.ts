import { memoize } from '#core/memoize.ts'
import { DAY_MS, MINUTE_MS } from './units.ts'

const SUNDAY = 3 // 1970-01-04, counted in days since 1970-01-01.

export function isTimeZone(name: string): boolean {
  try {
    utcOffsetReaderOf(name)
    return true
  } catch {
    return false
  }
}

/** The start of the local day of an instant. It is not always 00:00, and days are not always 24 hours long. */
export const startOfDay = (at: number, zone: string) => addDays(at, 0, zone)

/** The start of the local week of an instant. Weeks begin on Monday (1) unless another weekday is given. */
export function startOfWeek(at: number, zone: string, weekStart = 1): number {
  const day = dayNumberOf(at, zone)
  return startOfDayNumber(day - modulo(day - SUNDAY - weekStart, 7), zone)
}

export const startOfMonth = (at: number, zone: string) => addMonths(at, 0, zone)

/** The start of the local day that is `days` after the day of an instant. */
export const addDays = (at: number, days: number, zone: string) => startOfDayNumber(dayNumberOf(at, zone) + days, zone)

/** The start of the local month that is `months` after the month of an instant. */
export function addMonths(at: number, months: number, zone: string): number {
  const date = new Date(dayNumberOf(at, zone) * DAY_MS)
  return startOfDayNumber(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) / DAY_MS, zone)
}

/** The local date of an instant: `YYYY-MM-DD`. */
export const dateOf = (at: number, zone: string) => dateOfDayNumber(dayNumberOf(at, zone))

/** The local hour of an instant, 0 to 23. */
export const hourOf = (at: number, zone: string) =>
  Math.floor(modulo(at + utcOffsetOf(at, zone), DAY_MS) / (DAY_MS / 24))

/** The start of a local date. */
export const startOfDate = (date: string, zone: string) => startOfDayNumber(Date.parse(date) / DAY_MS, zone)

const dateOfDayNumber = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The local calendar day, as days since 1970-01-01. */
function dayNumberOf(at: number, zone: string): number {
  const day = Math.floor((at + utcOffsetOf(at, zone)) / DAY_MS)
  // If clocks go back just after midnight they show the old day again, but the new day has already begun.
  return startOfDayNumber(day + 1, zone) <= at ? day + 1 : day
}

/** The first instant whose local day is this one, or a later one if the zone skipped this day. */
function startOfDayNumber(day: number, zone: string): number {
  const midnight = day * DAY_MS
  let [before, after] = [midnight - DAY_MS, midnight + DAY_MS]
  const [offsetBefore, offsetAfter] = [utcOffsetOf(before, zone), utcOffsetOf(after, zone)]
  if (offsetBefore === offsetAfter) return midnight - offsetBefore
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (utcOffsetOf(middle, zone) === offsetBefore) before = middle
    else after = middle
  }
  const changedAt = after
  const early = midnight - offsetBefore
  return early < changedAt ? early : Math.max(changedAt, midnight - offsetAfter)
}

/** The first instant of a local time, which is given as if it were UTC. A skipped local time uses the offset before. */
export function instantOfLocalTime(shown: number, zone: string): number {
  const [early, late] = [shown - utcOffsetOf(shown - DAY_MS, zone), shown - utcOffsetOf(shown + DAY_MS, zone)]
  const isShownAt = (at: number) => at + utcOffsetOf(at, zone) === shown
  return isShownAt(early) || !isShownAt(late) ? early : late
}

/** The offset of a zone from UTC in milliseconds. Offsets change only at full minutes, so they are cached by minute. */
export const utcOffsetOf = (at: number, zone: string) => utcOffsetReaderOf(zone)(Math.floor(at / MINUTE_MS))

const MAX_CACHED_ZONES = 500
const MAX_CACHED_OFFSETS = 5_000

/** Creating a formatter is slow. Zone names come from users, so the cache is bounded. */
const utcOffsetReaderOf = memoize(MAX_CACHED_ZONES, (zone: string) => {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, ...numeric, ...clock })
  return memoize(MAX_CACHED_OFFSETS, (minute: number) => {
    const part = {} as Record<Intl.DateTimeFormatPartTypes, number>
    for (const { type, value } of format.formatToParts(minute * MINUTE_MS)) part[type] = Number(value)
    const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
    return shown - minute * MINUTE_MS
  })
})

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor
