import { firstWeekday } from '#core/formats.ts'
import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import type { Step } from '#core/report/dimensions.ts'
import { DAY_MS } from '#core/time/units.ts'
import { currentFormats } from '#web/i18n/formats.ts'

export const RANGE_KINDS = ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type RangeKind = (typeof RANGE_KINDS)[number]
export type CalendarKind = Exclude<RangeKind, 'custom'>

export interface DayRange {
  /** Both days are included. */
  from: string
  to: string
}

/** Earliest start of a report. */
const FIRST_DAY = '2000-01-01'
const MONTHS = { month: 1, quarter: 3, year: 12 }
const MAX_DAY_BARS = 35
const MAX_WEEK_BARS = 26
/** A shorter report has too little data for the heatmap, which then covers more weeks. */
const MIN_HEATMAP_DAYS = 28
const HEATMAP_WEEKS = 8

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export const countDays = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export const isWithin = ({ from, to }: DayRange, day: string) => from <= day && day <= to

/** The day, week, month, quarter or year that a day lies in. */
export function rangeOf(kind: CalendarKind, day: string, weekStart = firstWeekday(currentFormats())): DayRange {
  if (kind === 'day') return { from: day, to: day }
  if (kind === 'week') return { from: weekStartOf(day, weekStart), to: shiftDate(weekStartOf(day, weekStart), 6) }
  const [year, month, length] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, MONTHS[kind]]
  const first = month - (month % length)
  return { from: dateOf(Date.UTC(year, first, 1)), to: dateOf(Date.UTC(year, first + length, 0)) }
}

/** The previous range of the same kind; undefined before the first possible day. */
export function rangeBefore(kind: RangeKind, range: DayRange): DayRange | undefined {
  const last = shiftDate(range.from, -1)
  const before = kind === 'custom' ? { from: shiftDate(range.from, -countDays(range)), to: last } : rangeOf(kind, last)
  return before.from < FIRST_DAY ? undefined : before
}

/** The next range of the same kind; undefined if it is in the future. */
export function rangeAfter(kind: RangeKind, range: DayRange, today: string): DayRange | undefined {
  const first = shiftDate(range.to, 1)
  if (first > today) return undefined
  return kind === 'custom' ? { from: first, to: shiftDate(range.to, countDays(range)) } : rangeOf(kind, first)
}

/** The range to compare with: the previous one, cut to the same number of days while this one is not over. */
export function comparisonRange(kind: RangeKind, range: DayRange, today: string) {
  const before = rangeBefore(kind, range)
  if (before === undefined || range.from > today) return undefined
  const isPart = range.to > today
  const sameDay = shiftDate(before.from, countDays({ from: range.from, to: today }) - 1)
  return { isPart, range: isPart && sameDay < before.to ? { from: before.from, to: sameDay } : before }
}

/** Length of the buckets in the bar chart, so that there are neither too many nor too few bars. */
export function barStep(range: DayRange): Step {
  const days = countDays(range)
  if (days <= MAX_DAY_BARS) return 'day'
  return days <= MAX_WEEK_BARS * 7 ? 'week' : 'month'
}

/** Range of the heatmap: that of the report or, if it is too short, the weeks up to its end. */
export function heatmapRange(range: DayRange, today: string) {
  if (countDays(range) >= MIN_HEATMAP_DAYS) return { range, isWider: false }
  const to = isWithin(range, today) ? today : range.to
  const from = shiftDate(to, 1 - HEATMAP_WEEKS * 7)
  return { range: { from: from < FIRST_DAY ? FIRST_DAY : from, to }, isWider: true }
}
