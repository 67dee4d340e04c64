import type { Segment } from '#core/time/segments.ts'
import { DAY_MS, HOUR_MS, QUARTER_MS } from '#core/time/units.ts'
import { addDays, addMonths, dateOf, hourOf, startOfDate, startOfMonth, startOfWeek } from '#core/time/time-zone.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { Step } from './dimensions.ts'

/** `[from, to)` */
export interface Period {
  from: number
  to: number
}

/** The part of a local day, week or month that lies in the report. `date` is the first date of the whole one. */
export interface Bucket extends Period {
  date: string
}

/** From the start of the first local date to the end of the last. */
export const periodOf = (first: string, last: string, zone: string): Period => ({
  from: startOfDate(first, zone),
  to: startOfDate(shiftDate(last, 1), zone),
})

export const wholePeriodOf = (buckets: readonly Bucket[]): Period => ({
  from: buckets[0]!.from,
  to: buckets.at(-1)!.to,
})

/** Cuts a period into days, weeks or months, in order and without gaps. A date that a zone skipped has no bucket. */
export function splitIntoBuckets(period: Period, step: Step, zone: string, weekStart?: number): Bucket[] {
  if (step === 'day') return splitIntoDays(period, zone)
  const buckets: Bucket[] = []
  const next = (at: number) => (step === 'week' ? addDays(at, 7, zone) : addMonths(at, 1, zone))
  const first = step === 'week' ? startOfWeek(period.from, zone, weekStart) : startOfMonth(period.from, zone)
  for (let at = first; at < period.to; at = next(at))
    buckets.push({ from: Math.max(at, period.from), to: Math.min(next(at), period.to), date: dateOf(at, zone) })
  return buckets
}

/** Time zone lookups are slow, so a week without a clock change is cut by adding 24 hours. */
function splitIntoDays({ from, to }: Period, zone: string): Bucket[] {
  const buckets: Bucket[] = []
  for (let at = from; at < to;) {
    const weekEnd = addDays(at, 7, zone)
    const hasEvenDays = weekEnd - at === 7 * DAY_MS
    let date = dateOf(at, zone)
    while (at < to && at < weekEnd) {
      const next = hasEvenDays ? at + DAY_MS : addDays(at, 1, zone)
      buckets.push({ from: at, to: Math.min(next, to), date })
      date = hasEvenDays ? shiftDate(date, 1) : dateOf(next, zone)
      at = next
    }
  }
  return buckets
}

/** A bucket that an entry touches, or an hour of one. */
export interface BucketSlice extends Bucket {
  bucketIndex: number
  /** The local hour, if buckets are sliced by hour. */
  hour?: number
}

interface HourSlice extends BucketSlice {
  hour: number
}

export function* sliceByBucket(segments: readonly Segment[], buckets: readonly Bucket[]): Generator<BucketSlice> {
  const last = indexOfBucketAt(buckets, segments.at(-1)?.[1] ?? 0)
  for (let index = indexOfBucketAt(buckets, segments[0]?.[0] ?? 0); index <= last; index++)
    yield { ...buckets[index]!, bucketIndex: index }
}

/** Yields each hour that segments touch within some days. An hour that occurs twice is one slice. */
export function* sliceByHour(
  segments: readonly Segment[],
  days: readonly Bucket[],
  zone: string,
): Generator<HourSlice> {
  let last: HourSlice | undefined
  for (const [start, end] of segments) {
    const to = Math.min(end, days.at(-1)!.to)
    for (let at = Math.max(start, days[0]!.from); at < to;) {
      const bucketIndex = indexOfBucketAt(days, at)
      const { hour, next } = hourAt(at, days[bucketIndex]!, zone)
      if (last?.bucketIndex === bucketIndex && last.hour === hour) last.to = next
      else {
        if (last !== undefined) yield last
        last = { from: at, to: next, date: days[bucketIndex]!.date, hour, bucketIndex }
      }
      at = next
    }
  }
  if (last !== undefined) yield last
}

/** Looks the hour up in the time zone only on days with a clock change, because that is slow. */
function hourAt(at: number, { from, to }: Bucket, zone: string) {
  const nextQuarter = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS
  if (to - from !== DAY_MS) return { hour: hourOf(at, zone), next: Math.min(nextQuarter, to) }
  const hour = Math.floor((at - from) / HOUR_MS)
  return { hour, next: from + (hour + 1) * HOUR_MS }
}

/** Binary search for the last bucket that starts at or before a moment. */
export function indexOfBucketAt(buckets: readonly Bucket[], at: number): number {
  let [first, last] = [0, buckets.length - 1]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (buckets[middle]!.from <= at) first = middle
    else last = middle - 1
  }
  return first
}
