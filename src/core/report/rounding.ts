import type { Segment } from '#core/timer/segments.ts'
import { MINUTE_MS } from '#core/units.ts'

/** How worked time is rounded, if at all. */
export interface Rounding {
  direction: 'up' | 'down' | 'nearest'
  /** From 1 to 60. */
  minutes: number
  /** What is rounded: each entry, or what was worked on one line of the report in one day. */
  per: 'entry' | 'day'
}

const TO_WHOLE = { up: Math.ceil, down: Math.floor, nearest: Math.round }

export function roundTime(milliseconds: number, { direction, minutes }: Rounding): number {
  const step = minutes * MINUTE_MS
  return TO_WHOLE[direction](milliseconds / step) * step
}

/**
 * What each part of an entry counts for, so that they add up to what the entry counts for: a part takes what rounding
 * has not given to those before it.
 */
export function partRounding(rounding: Rounding | null): (part: number) => number {
  if (rounding?.per !== 'entry') return (part) => part
  let [worked, given] = [0, 0]
  return (part) => {
    worked += part
    const due = roundTime(worked, rounding) - given
    given += due
    return due
  }
}

/** How long was worked within a period. */
export const timeWithin = (stretches: readonly Segment[], { from, to }: { from: number; to: number }) =>
  stretches.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
