import { parseDate } from '@internationalized/date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { createWallClockScale } from './wall-clock-scale.ts'

const dayOf = (date: string, zone: string) => ({
  from: parseDate(date).toDate(zone).getTime(),
  to: parseDate(date).add({ days: 1 }).toDate(zone).getTime(),
})

/** Hours since midnight, and the wall-clock hour that they are drawn at. */
// prettier-ignore
const DAYS: [zone: string, why: string, date: string, hours: [passed: number, clock: number][]][] = [
  ['UTC',                 'an ordinary day',              '2026-03-02', [[0, 0], [9.5, 9.5], [24, 24]]],
  ['Asia/Kathmandu',      'an offset of quarters',        '2026-03-02', [[0, 0], [9.5, 9.5], [24, 24]]],
  ['Europe/Madrid',       '02:00 to 03:00 is skipped',    '2026-03-29', [[0, 0], [1, 1], [2, 3], [8, 9], [23, 24]]],
  ['Europe/Madrid',       '02:00 to 03:00 is repeated',   '2026-10-25', [[0, 0], [2, 2], [3, 2.5], [4, 3], [10, 9], [25, 24]]],
  ['America/Sao_Paulo',   'a day that starts at 01:00',   '2018-11-04', [[0, 1], [8, 9], [23, 24]]],
  ['America/Sao_Paulo',   'a day with 23:00 twice',       '2018-02-17', [[0, 0], [23, 23], [24, 23.5], [25, 24]]],
  ['Australia/Lord_Howe', 'half an hour is skipped',      '2026-10-04', [[1, 1], [2, 2.5], [8.5, 9], [23.5, 24]]],
  ['Australia/Lord_Howe', 'half an hour is repeated',     '2026-04-05', [[1.5, 1.5], [2, 1.75], [2.5, 2], [9.5, 9], [24.5, 24]]],
]

test.each(DAYS)('N11 in %s, %s: %s', (zone, _why, date, hours) => {
  const day = dayOf(date, zone)
  const { clockMsAt } = createWallClockScale(day, zone)
  expect(hours.map(([passed]) => clockMsAt(day.from + passed * HOUR_MS) / HOUR_MS)).toEqual(
    hours.map(([, clock]) => clock),
  )
})

// prettier-ignore
test.each<[zone: string, date: string, hours: number[][]]>([
  ['UTC',                 '2026-03-02', []],
  ['Europe/Madrid',       '2026-03-29', [[2, 3]]],
  ['Europe/Madrid',       '2026-10-25', []],
  ['America/Sao_Paulo',   '2018-11-04', [[0, 1]]],
  ['Australia/Lord_Howe', '2026-10-04', [[2, 2.5]]],
])('N11 in %s, on %s, the clocks skip the hours %o', (zone, date, hours) => {
  expect(createWallClockScale(dayOf(date, zone), zone).skippedHours.map((range) => range.map((clockMs) => clockMs / HOUR_MS))).toEqual(hours)
})

test('N11 an entry that ends at the clock change ends before the skipped hour, one that starts then starts after it', () => {
  const day = dayOf('2026-03-29', 'Europe/Madrid')
  const { clockMsAt, endClockMsAt, instantAt } = createWallClockScale(day, 'Europe/Madrid')
  const changed = day.from + 2 * HOUR_MS
  expect([endClockMsAt(changed), clockMsAt(changed)].map((clockMs) => Math.round(clockMs / 60_000))).toEqual([120, 180])
  expect(instantAt(2.5 * HOUR_MS)).toBe(changed)
})

test('N11 a later instant is never drawn higher, and its position maps back to it', () => {
  const days = DAYS.map(([zone, , date]) => ({ zone, day: dayOf(date, zone) }))
  const property = fc.property(fc.constantFrom(...days), fc.nat(), fc.nat(), ({ zone, day }, one, other) => {
    const { clockMsAt, instantAt } = createWallClockScale(day, zone)
    const [first = 0, second = 0] = [one, other]
      .map((at) => day.from + (at % (day.to - day.from)))
      .toSorted((a, b) => a - b)
    expect(clockMsAt(first)).toBeGreaterThanOrEqual(0)
    expect(clockMsAt(second)).toBeLessThan(DAY_MS)
    expect(clockMsAt(second)).toBeGreaterThanOrEqual(clockMsAt(first))
    expect(Math.abs(instantAt(clockMsAt(first)) - first)).toBeLessThanOrEqual(1)
  })
  fc.assert(property, { numRuns: 500 })
})

test('N11 a day that a time zone skipped has no length and causes no error', () => {
  const at = Date.parse('2011-12-30T10:00Z')
  const { clockMsAt, instantAt } = createWallClockScale({ from: at, to: at }, 'Pacific/Apia')
  expect([clockMsAt(at), instantAt(DAY_MS / 2)].every(Number.isFinite)).toBe(true)
})
