import type { Segment } from '#core/timer/segments.ts'
import type { Dimension } from './dimensions.ts'
import { hoursOf, type Place, reached } from './periods.ts'
import { type Rounding, roundTime, timeWithin } from './rounding.ts'

interface Report {
  /** The days of the report where it is rounded by them, else any places that it consists of. */
  places: readonly Place[]
  zone: string
  rounding: Rounding | null
  dimensions: readonly Dimension[]
}

/** What the total of a report is the sum of: of tags, which an entry can have several of, it never is. */
export function summedBy([first, second]: readonly Dimension[]): Exclude<Dimension, 'tag'>[] {
  if (first === undefined || first === 'tag') return []
  return second === undefined || second === 'tag' ? [first] : [first, second]
}

/**
 * Says for entry after entry what it counts for, so that they add up to the total of their report. Of what was worked on
 * one line in one day and is rounded together, an entry takes what rounding has not given to those before it.
 * `line` tells apart what the calendar does not.
 */
export function createAllotment({ places, zone, rounding, dimensions }: Report) {
  const whole = { from: places[0]!.from, to: places.at(-1)!.to }
  const isByHour = summedBy(dimensions).includes('hour')
  const worked = new Map<string, number>()

  function addDay(key: string, milliseconds: number, rounding: Rounding) {
    const before = worked.get(key) ?? 0
    worked.set(key, before + milliseconds)
    return roundTime(before + milliseconds, rounding) - roundTime(before, rounding)
  }

  return (stretches: readonly Segment[], line: string): number => {
    const milliseconds = timeWithin(stretches, whole)
    if (rounding === null) return milliseconds
    if (rounding.per === 'entry') return roundTime(milliseconds, rounding)
    const pieces = isByHour ? hoursOf(stretches, places, zone) : reached(stretches, places)
    let sum = 0
    for (const piece of pieces)
      sum += addDay(JSON.stringify([piece.place, piece.hour, line]), timeWithin(stretches, piece), rounding)
    return sum
  }
}
