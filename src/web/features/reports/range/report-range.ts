import { firstWeekday } from '#core/formats.ts'
import { type CalendarKind, calendarRange, countDays, type DayRange, type RangeKind } from '#core/report/day-range.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { currentFormats } from '#web/i18n/formats.ts'

/** Earliest start of a report. */
const FIRST_DAY = '2000-01-01'
/** A shorter report has too little data for the heatmap, which then covers more weeks. */
const MIN_HEATMAP_DAYS = 28
const HEATMAP_WEEKS = 8

export const isWithin = ({ from, to }: DayRange, day: string) => from <= day && day <= to

/** The day, week, month, quarter or year that a day lies in. */
export const rangeOf = (kind: CalendarKind, day: string, weekStart = firstWeekday(currentFormats())) =>
  calendarRange(kind, day, weekStart)

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

/** Range of the heatmap: that of the report or, if it is too short, the weeks up to its end. */
export function heatmapRange(range: DayRange, today: string) {
  if (countDays(range) >= MIN_HEATMAP_DAYS) return { range, isWider: false }
  const to = isWithin(range, today) ? today : range.to
  const from = shiftDate(to, 1 - HEATMAP_WEEKS * 7)
  return { range: { from: from < FIRST_DAY ? FIRST_DAY : from, to }, isWider: true }
}
