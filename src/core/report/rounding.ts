import type { Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'

export interface Rounding {
  direction: 'up' | 'down' | 'nearest'
  /** From 1 to 60. */
  minutes: number
  /** Rounds each entry, or the sum of each line of the report in each day. */
  per: 'entry' | 'day'
}

const ROUND = { up: Math.ceil, down: Math.floor, nearest: Math.round }

export function roundTime(milliseconds: number, { direction, minutes }: Rounding): number {
  const step = minutes * MINUTE_MS
  return ROUND[direction](milliseconds / step) * step
}

/**
 * Rounds one part of an entry after another so that they add up to the rounded entry: a part gets the rounded sum up to
 * it, minus what earlier parts got. If time is rounded by the day, parts stay unrounded.
 */
export function createPartRounder(rounding: Rounding | null): (part: number) => number {
  if (rounding?.per !== 'entry') return (part) => part
  let [worked, counted] = [0, 0]
  return (part) => {
    worked += part
    const rounded = roundTime(worked, rounding) - counted
    counted += rounded
    return rounded
  }
}

/** Milliseconds of segments within a period. */
export const timeWithin = (segments: readonly Segment[], { from, to }: { from: number; to: number }) =>
  segments.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
