import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Step } from './dimensions.ts'

export const RANGE_KINDS = ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type RangeKind = (typeof RANGE_KINDS)[number]
export type CalendarKind = Exclude<RangeKind, 'custom'>

export interface DayRange {
  /** Both days are included. */
  from: string
  to: string
}

const MONTHS = { month: 1, quarter: 3, year: 12 }
const MAX_DAY_BARS = 35
const MAX_WEEK_BARS = 26

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export const countDays = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The day, week, month, quarter or year that a day lies in. */
export function calendarRange(kind: CalendarKind, day: string, weekStart: number): DayRange {
  if (kind === 'day') return { from: day, to: day }
  if (kind === 'week') return { from: weekStartOf(day, weekStart), to: shiftDate(weekStartOf(day, weekStart), 6) }
  const [year, month, length] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, MONTHS[kind]]
  const first = month - (month % length)
  return { from: dateOf(Date.UTC(year, first, 1)), to: dateOf(Date.UTC(year, first + length, 0)) }
}

/** Length of the buckets in the bar chart, so that there are neither too many nor too few bars. */
export function barStep(range: DayRange): Step {
  const days = countDays(range)
  if (days <= MAX_DAY_BARS) return 'day'
  return days <= MAX_WEEK_BARS * 7 ? 'week' : 'month'
}
