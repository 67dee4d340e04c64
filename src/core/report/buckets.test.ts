import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '#core/time/segments.ts'
import { dateOf, hourOf } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { sliceByHour, periodOf, splitIntoBuckets, sliceByBucket } from './buckets.ts'
import { timeWithin } from './rounding.ts'

/** Offsets of quarter hours, clock changes at midnight, both hemispheres, and a zone that skipped a day. */
const ZONES = [
  'UTC',
  'Europe/Madrid',
  'Europe/Istanbul',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]
const aZone = fc.constantFrom(...ZONES)
const aDate = fc.integer({ min: Date.parse('2011-01-01') / DAY_MS, max: Date.parse('2027-12-01') / DAY_MS })
const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

test('U3 days, weeks and months of a period are in order and without gaps, in any zone', () => {
  const step = fc.constantFrom('day', 'week', 'month')
  const law = fc.property(aZone, aDate, fc.nat(400), step, (zone, first, days, step) => {
    const period = periodOf(toDate(first), toDate(first + days), zone)
    const buckets = splitIntoBuckets(period, step, zone)
    expect(buckets[0]?.from ?? period.to).toBe(period.from)
    expect(buckets.at(-1)?.to ?? period.from).toBe(period.to)
    for (const [index, { from, to, date }] of buckets.entries()) {
      expect(to).toBeGreaterThan(from)
      expect(from).toBe(buckets[index - 1]?.to ?? period.from)
      if (step === 'day') expect([dateOf(from, zone), dateOf(to - 1, zone)]).toEqual([date, date])
    }
  })
  fc.assert(law, { numRuns: 200 })
})

test('U3 hour slices cover the segments exactly, and have the local hour', () => {
  const aSegment = fc.tuple(fc.integer({ min: 1, max: 3 * HOUR_MS }), fc.integer({ min: 1, max: 9 * HOUR_MS }))
  const law = fc.property(aZone, aDate, fc.array(aSegment, { minLength: 1, maxLength: 4 }), (zone, first, lengths) => {
    const period = periodOf(toDate(first), toDate(first + 1), zone)
    fc.pre(period.to > period.from)
    let at = period.from - 4 * HOUR_MS
    const segments = lengths.map(([pause, length]) => [(at += pause), (at += length)] as const)
    const hours = [...sliceByHour(segments, splitIntoBuckets(period, 'day', zone), zone)]
    expect(hours.reduce((sum, hour) => sum + timeWithin(segments, hour), 0)).toBe(timeWithin(segments, period))
    expect(hours.reduce((sum, hour) => sum + totalOf([[hour.from, hour.to]]), 0)).toBeGreaterThanOrEqual(
      timeWithin(segments, period),
    )
    for (const { from, to, hour, date } of hours)
      expect([hourOf(from, zone), hourOf(to - 1, zone), dateOf(from, zone)]).toEqual([hour, hour, date])
  })
  fc.assert(law, { numRuns: 300 })
})

// prettier-ignore
test.each<[why: string, zone: string, days: [string, string], segments: [string, string][], hours: [date: string, bucketIndex: number, hour: number, minutes: number][]]>([
  ['nothing',                 'UTC',            ['2026-03-02', '2026-03-02'], [], []],
  ['within an hour',          'UTC',            ['2026-03-02', '2026-03-02'], [['2026-03-02T09:10Z', '2026-03-02T09:20Z']], [['2026-03-02', 0, 9, 50]]],
  ['an hour with a pause',    'UTC',            ['2026-03-02', '2026-03-02'], [['2026-03-02T09:10Z', '2026-03-02T09:20Z'], ['2026-03-02T09:30Z', '2026-03-02T10:00Z']], [['2026-03-02', 0, 9, 50]]],
  ['over midnight',           'UTC',            ['2026-03-02', '2026-03-03'], [['2026-03-02T23:50Z', '2026-03-03T00:10Z']], [['2026-03-02', 0, 23, 10], ['2026-03-03', 1, 0, 60]]],
  ['the same hour next day',  'UTC',            ['2026-03-02', '2026-03-03'], [['2026-03-02T09:00Z', '2026-03-02T09:10Z'], ['2026-03-03T09:00Z', '2026-03-03T09:10Z']], [['2026-03-02', 0, 9, 60], ['2026-03-03', 1, 9, 60]]],
  ['only in the days',        'UTC',            ['2026-03-02', '2026-03-02'], [['2026-03-01T22:00Z', '2026-03-02T00:30Z'], ['2026-03-02T23:30Z', '2026-03-03T02:00Z']], [['2026-03-02', 0, 0, 60], ['2026-03-02', 0, 23, 30]]],
  ['clocks of quarters',      'Asia/Kathmandu', ['2026-03-02', '2026-03-02'], [['2026-03-02T09:05Z', '2026-03-02T09:20Z']], [['2026-03-02', 0, 14, 10], ['2026-03-02', 0, 15, 60]]],
  ['an hour that is twice',   'Europe/Madrid',  ['2026-10-25', '2026-10-25'], [['2026-10-25T00:05Z', '2026-10-25T02:05Z']], [['2026-10-25', 0, 2, 115], ['2026-10-25', 0, 3, 15]]],
  ['an hour that is left out', 'Europe/Madrid', ['2026-03-29', '2026-03-29'], [['2026-03-29T00:50Z', '2026-03-29T01:10Z']], [['2026-03-29', 0, 1, 10], ['2026-03-29', 0, 3, 15]]],
  ['a long day to its end',   'Europe/Madrid',  ['2026-10-25', '2026-10-26'], [['2026-10-25T22:50Z', '2026-10-25T23:10Z']], [['2026-10-25', 0, 23, 10], ['2026-10-26', 1, 0, 60]]],
])('U3 segments are sliced by local hour: %s', (_why, zone, [first, last], segments, hours) => {
  const times = segments.map(([start, end]) => [Date.parse(start), Date.parse(end)] as const)
  const found = [...sliceByHour(times, splitIntoBuckets(periodOf(first, last, zone), 'day', zone), zone)]
  expect(found.map(({ date, bucketIndex, hour, from, to }) => [date, bucketIndex, hour, (to - from) / 60_000])).toEqual(hours)
})

// prettier-ignore
test.each<[why: string, segments: [number, number][], buckets: number[]]>([
  ['one',                        [[12, 15]],           [1]],
  ['from the first to the last', [[5, 6], [29, 35]],   [0, 1, 2, 3]],
  ['the edge between two',       [[10, 20]],           [1, 2]],
  ['before all of them',         [[-9, -5]],           [0]],
  ['behind all of them',         [[45, 50]],           [3]],
])('U3 segments are sliced by day: %s', (_why, segments, buckets) => {
  const days = [0, 10, 20, 30].map((from) => ({ from, to: from + 10, date: `day ${from}` }))
  expect([...sliceByBucket(segments, days)]).toEqual(buckets.map((index) => ({ ...days[index], bucketIndex: index })))
})

// prettier-ignore
test.each<[step: 'day' | 'week' | 'month', first: string, last: string, dates: string[], weekStart?: number]>([
  ['day',   '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
  ['week',  '2026-03-04', '2026-03-16', ['2026-03-02', '2026-03-09', '2026-03-16']],
  ['week',  '2026-03-04', '2026-03-16', ['2026-03-01', '2026-03-08', '2026-03-15'], 7],
  ['month', '2026-01-31', '2026-03-01', ['2026-01-01', '2026-02-01', '2026-03-01']],
])('U3 by %s, a period from %s to %s has these buckets', (step, first, last, dates, weekStart) => {
  const buckets = splitIntoBuckets(periodOf(first, last, 'Europe/Madrid'), step, 'Europe/Madrid', weekStart)
  expect(buckets.map(({ date }) => date)).toEqual(dates)
})
