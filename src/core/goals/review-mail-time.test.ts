import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekdayOf } from '#core/time/calendar-dates.ts'
import { dateOf, hourOf } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { dayOfLastWeek, nextMondayMorning } from './review-mail-time.ts'

// prettier-ignore
test.each<[at: string, zone: string, next: string]>([
  ['2026-03-04T12:00Z', 'Europe/Madrid',       '2026-03-09T06:00Z'],
  ['2026-03-09T05:59Z', 'Europe/Madrid',       '2026-03-09T06:00Z'],
  ['2026-03-09T06:00Z', 'Europe/Madrid',       '2026-03-16T06:00Z'],
  // The clocks go forward on Sunday 29 March.
  ['2026-03-25T12:00Z', 'Europe/Madrid',       '2026-03-30T05:00Z'],
  ['2026-03-08T12:00Z', 'Pacific/Auckland',    '2026-03-08T18:00Z'],
  ['2026-03-08T12:00Z', 'America/Los_Angeles', '2026-03-09T14:00Z'],
])('V30 the Monday morning after %s in %s is %s', (at, zone, next) => {
  expect(new Date(nextMondayMorning(Date.parse(at), zone))).toEqual(new Date(next))
})

test('V30 the next Monday morning is within a week and an hour, in any zone', () => {
  const aZone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe')
  const anInstant = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2027-12-01') })
  const law = fc.property(aZone, anInstant, (zone, at) => {
    const next = nextMondayMorning(at, zone)
    expect(next).toBeGreaterThan(at)
    expect(next - at).toBeLessThanOrEqual(7 * DAY_MS + HOUR_MS)
    expect([weekdayOf(dateOf(next, zone)), hourOf(next, zone)]).toEqual([1, 7])
  })
  fc.assert(law)
})

// prettier-ignore
test.each<[weekStart: number, day: string]>([
  [1, '2026-03-08'],
  [7, '2026-03-07'],
  [6, '2026-03-06'],
])('V30 on Monday 9 March the last week that began on weekday %i has %s', (weekStart, day) => {
  expect(dayOfLastWeek(Date.parse('2026-03-09T06:00Z'), 'Europe/Madrid', weekStart)).toBe(day)
})
