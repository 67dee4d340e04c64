import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import { dateOf, instantOfLocalTime } from '#core/time/time-zone.ts'
import { HOUR_MS } from '#core/time/units.ts'

/** The local time on Mondays at which the review of the last week is mailed. */
const MORNING_MS = 7 * HOUR_MS

/** The first Monday morning of a zone after a moment. */
export function nextMondayMorning(at: number, zone: string): number {
  const monday = weekStartOf(dateOf(at, zone))
  const morningOf = (date: string) => instantOfLocalTime(Date.parse(date) + MORNING_MS, zone)
  const morning = morningOf(monday)
  return morning > at ? morning : morningOf(shiftDate(monday, 7))
}

/** A day of the last week that is over. Weeks begin on a weekday from 1 for Monday. */
export const dayOfLastWeek = (at: number, zone: string, weekStart: number) =>
  shiftDate(weekStartOf(dateOf(at, zone), weekStart), -1)
