import type { Segment } from '#core/time/segments.ts'
import { type Bucket, sliceByHour } from './buckets.ts'
import { weekdayOf } from '#core/time/calendar-dates.ts'
import { timeWithin } from './rounding.ts'

/** Milliseconds of work in each local hour of each weekday, Monday first. */
export type Rhythm = number[][]

export const emptyRhythm = (): Rhythm => Array.from({ length: 7 }, () => Array<number>(24).fill(0))

export interface WeekdayHour {
  /** From 1 for Monday to 7. */
  weekday: number
  hour: number
  milliseconds: number
}

export function addWeekdayHour(rhythm: Rhythm, { weekday, hour, milliseconds }: WeekdayHour) {
  rhythm[weekday - 1]![hour]! += milliseconds
}

export function* splitIntoWeekdayHours(
  segment: Segment,
  days: readonly Bucket[],
  zone: string,
): Generator<WeekdayHour> {
  for (const { date, hour, from, to } of sliceByHour([segment], days, zone))
    yield { weekday: weekdayOf(date), hour, milliseconds: timeWithin([segment], { from, to }) }
}
