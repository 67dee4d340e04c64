import type { Segment } from '#core/time/segments.ts'
import { type Bucket, sliceByBucket, sliceByHour, wholePeriodOf } from './buckets.ts'
import type { Dimension } from './dimensions.ts'
import { type Rounding, roundTime, timeWithin } from './rounding.ts'

interface Report {
  /** Days, if time is rounded by the day. */
  buckets: readonly Bucket[]
  zone: string
  rounding: Rounding | null
  dimensions: readonly Dimension[]
}

/** The leading dimensions whose lines add up to the total. Tags do not: an entry can have several. */
export function additiveDimensions([first, second]: readonly Dimension[]): Exclude<Dimension, 'tag'>[] {
  if (first === undefined || first === 'tag') return []
  return second === undefined || second === 'tag' ? [first] : [first, second]
}

/**
 * Returns a function that rounds one entry after another so that they add up to the total of the report. Time on one
 * line in one day is rounded together: an entry gets the rounded sum up to it, minus what earlier entries got.
 * `line` is the entry's line without its calendar dimensions.
 */
export function createEntryRounder({ buckets, zone, rounding, dimensions }: Report) {
  const period = wholePeriodOf(buckets)
  const isByHour = additiveDimensions(dimensions).includes('hour')
  const workedByLineAndDay = new Map<string, number>()

  function roundNext(key: string, milliseconds: number, rounding: Rounding) {
    const before = workedByLineAndDay.get(key) ?? 0
    workedByLineAndDay.set(key, before + milliseconds)
    return roundTime(before + milliseconds, rounding) - roundTime(before, rounding)
  }

  return (segments: readonly Segment[], line: string): number => {
    const milliseconds = timeWithin(segments, period)
    if (rounding === null) return milliseconds
    if (rounding.per === 'entry') return roundTime(milliseconds, rounding)
    const slices = isByHour ? sliceByHour(segments, buckets, zone) : sliceByBucket(segments, buckets)
    let sum = 0
    for (const slice of slices)
      sum += roundNext(JSON.stringify([slice.bucketIndex, slice.hour, line]), timeWithin(segments, slice), rounding)
    return sum
  }
}
