import type { Segment } from '#core/timer/segments.ts'
import { hoursOf, type Place, weekdayOf } from './periods.ts'
import { timeWithin } from './rounding.ts'

/** How long was worked in each hour of each weekday, Monday first, by the clocks of a zone. */
export type Rhythm = number[][]

export const noRhythm = (): Rhythm => Array.from({ length: 7 }, () => Array<number>(24).fill(0))

/** What was worked in an hour of a weekday. */
export interface Beat {
  /** From 1 for Monday to 7. */
  weekday: number
  hour: number
  milliseconds: number
}

export function addBeat(rhythm: Rhythm, { weekday, hour, milliseconds }: Beat) {
  rhythm[weekday - 1]![hour]! += milliseconds
}

export function* beatsOf(stretch: Segment, days: readonly Place[], zone: string): Generator<Beat> {
  for (const { date, hour, from, to } of hoursOf([stretch], days, zone))
    yield { weekday: weekdayOf(date), hour, milliseconds: timeWithin([stretch], { from, to }) }
}
