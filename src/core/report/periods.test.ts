import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '#core/timer/stretches.ts'
import { dateOf, hourOf } from '#core/zone.ts'
import { hoursOf, periodOf, placesOf } from './periods.ts'
import { timeWithin } from './rounding.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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
    const hours = hoursOf(stretches, placesOf(period, 'day', zone), zone)
    expect(hours.reduce((sum, hour) => sum + timeWithin(stretches, hour), 0)).toBe(timeWithin(stretches, period))
    expect(hours.reduce((sum, hour) => sum + totalOf([[hour.from, hour.to]]), 0)).toBeGreaterThanOrEqual(
      timeWithin(stretches, period),
    )
    for (const { from, to, hour, date } of hours)
      expect([hourOf(from, zone), hourOf(to - 1, zone), dateOf(from, zone)]).toEqual([hour, hour, date])
  })
  fc.assert(law, { numRuns: 300 })
})
