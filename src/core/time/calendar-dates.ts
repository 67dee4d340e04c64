import { DAY_MS } from '#core/time/units.ts'

/** Shifts a calendar date (`YYYY-MM-DD`), which has no time zone. */
export const shiftDate = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** From 1 for Monday to 7. */
export const weekdayOf = (date: string) => ((new Date(date).getUTCDay() + 6) % 7) + 1

/** The first date of a date's week. Weeks begin on Monday (1) unless another weekday is given. */
export const weekStartOf = (date: string, weekStart = 1) => shiftDate(date, -((weekdayOf(date) - weekStart + 7) % 7))

/** The number of a week by ISO 8601: its Thursday decides which year it belongs to. */
export function isoWeekOf(date: string) {
  const thursday = shiftDate(weekStartOf(date), 3)
  return Math.floor((Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / (7 * DAY_MS)) + 1
}

export const firstOfMonth = (date: string) => `${date.slice(0, 8)}01`
