import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '#core/timer/segments.ts'
import { dateOf, hourOf } from '#core/zone.ts'
import { DAY_MS, HOUR_MS } from '#core/units.ts'
import { hoursOf, periodOf, placesOf, reached } from './periods.ts'
import { timeWithin } from './rounding.ts'

/** Quarters of hours, summer times that begin at midnight, on both sides of the equator, a day that was left out. */
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

test('U3 days, weeks and months of a period follow each other and leave nothing out, in any zone', () => {
  const step = fc.constantFrom('day', 'week', 'month')
  const law = fc.property(aZone, aDate, fc.nat(400), step, (zone, first, days, step) => {
    const period = periodOf(toDate(first), toDate(first + days), zone)
    const places = placesOf(period, step, zone)
    expect(places[0]?.from ?? period.to).toBe(period.from)
    expect(places.at(-1)?.to ?? period.from).toBe(period.to)
    for (const [index, { from, to, date }] of places.entries()) {
      expect(to).toBeGreaterThan(from)
      expect(from).toBe(places[index - 1]?.to ?? period.from)
      if (step === 'day') expect([dateOf(from, zone), dateOf(to - 1, zone)]).toEqual([date, date])
    }
  })
  fc.assert(law, { numRuns: 200 })
})

test('U3 the hours of what was worked have all of it and nothing else, and are those that the clocks show', () => {
  const aStretch = fc.tuple(fc.integer({ min: 1, max: 3 * HOUR_MS }), fc.integer({ min: 1, max: 9 * HOUR_MS }))
  const law = fc.property(aZone, aDate, fc.array(aStretch, { minLength: 1, maxLength: 4 }), (zone, first, lengths) => {
    const period = periodOf(toDate(first), toDate(first + 1), zone)
    fc.pre(period.to > period.from)
    let at = period.from - 4 * HOUR_MS
    const stretches = lengths.map(([pause, length]) => [(at += pause), (at += length)] as const)
    const hours = [...hoursOf(stretches, placesOf(period, 'day', zone), zone)]
    expect(hours.reduce((sum, hour) => sum + timeWithin(stretches, hour), 0)).toBe(timeWithin(stretches, period))
    expect(hours.reduce((sum, hour) => sum + totalOf([[hour.from, hour.to]]), 0)).toBeGreaterThanOrEqual(
      timeWithin(stretches, period),
    )
    for (const { from, to, hour, date } of hours)
      expect([hourOf(from, zone), hourOf(to - 1, zone), dateOf(from, zone)]).toEqual([hour, hour, date])
  })
  fc.assert(law, { numRuns: 300 })
})

// prettier-ignore
test.each<[why: string, zone: string, days: [string, string], stretches: [string, string][], hours: [date: string, place: number, hour: number, minutes: number][]]>([
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
])('U3 hours that are reached, to where they or what is asked of the clocks end: %s', (_why, zone, [first, last], stretches, hours) => {
  const times = stretches.map(([start, end]) => [Date.parse(start), Date.parse(end)] as const)
  const found = [...hoursOf(times, placesOf(periodOf(first, last, zone), 'day', zone), zone)]
  expect(found.map(({ date, place, hour, from, to }) => [date, place, hour, (to - from) / 60_000])).toEqual(hours)
})

// prettier-ignore
test.each<[why: string, stretches: [number, number][], places: number[]]>([
  ['one',                        [[12, 15]],           [1]],
  ['from the first to the last', [[5, 6], [29, 35]],   [0, 1, 2, 3]],
  ['the edge between two',       [[10, 20]],           [1, 2]],
  ['before all of them',         [[-9, -5]],           [0]],
  ['behind all of them',         [[45, 50]],           [3]],
])('U3 days that are reached: %s', (_why, stretches, places) => {
  const days = [0, 10, 20, 30].map((from) => ({ from, to: from + 10, date: `day ${from}` }))
  expect([...reached(stretches, days)]).toEqual(places.map((place) => ({ ...days[place], place })))
})

// prettier-ignore
test.each<[step: 'day' | 'week' | 'month', first: string, last: string, dates: string[]]>([
  ['day',   '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
  ['week',  '2026-03-04', '2026-03-16', ['2026-03-02', '2026-03-09', '2026-03-16']],
  ['month', '2026-01-31', '2026-03-01', ['2026-01-01', '2026-02-01', '2026-03-01']],
])('U3 by %s, a period from %s to %s is of these', (step, first, last, dates) => {
  const places = placesOf(periodOf(first, last, 'Europe/Madrid'), step, 'Europe/Madrid')
  expect(places.map(({ date }) => date)).toEqual(dates)
})
