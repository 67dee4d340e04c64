import { firstWeekday } from '#core/formats.ts'
import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'

/** A range of dates, both included. */
export interface DayRange {
  from: string
  to: string
}

export const NAMED_RANGES = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

export function resolveRange(
  name: (typeof NAMED_RANGES)[number],
  now: Date,
  weekStart = firstWeekday(currentFormats()),
): DayRange {
  const today = dateOf(now.getTime(), currentZone())
  const week = weekStartOf(today, weekStart)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const [from, to] = {
    today: [today, today],
    yesterday: [shiftDate(today, -1), shiftDate(today, -1)],
    thisWeek: [week, shiftDate(week, 6)],
    lastWeek: [shiftDate(week, -7), shiftDate(week, -1)],
    thisMonth: [toDate(year, month, 1), toDate(year, month + 1, 0)],
    lastMonth: [toDate(year, month - 1, 1), toDate(year, month, 0)],
  }[name] as [string, string]
  return { from, to }
}

/** Day 0 is the last of the month before. */
const toDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The seven dates of a day's week. */
export function datesOfWeek(day: string, weekStart = firstWeekday(currentFormats())): string[] {
  const first = weekStartOf(day, weekStart)
  return Array.from({ length: 7 }, (_, index) => shiftDate(first, index))
}
