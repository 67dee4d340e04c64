import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { createPartRounder, type Rounding, roundTime, timeWithin } from './rounding.ts'

const minutes = (counts: readonly number[]) => counts.map((count) => count * MINUTE_MS)

// prettier-ignore
const PARTS: [why: string, rounding: Rounding | null, parts: number[], counted: number[]][] = [
  ['not at all',              null,                                               [7, 20, 1], [7, 20, 1]],
  ['by the day, and later',   { direction: 'up', minutes: 15, per: 'day' },       [7, 20, 1], [7, 20, 1]],
  ['up',                      { direction: 'up', minutes: 15, per: 'entry' },     [7, 20, 1], [15, 15, 0]],
  ['up, what is even stays',  { direction: 'up', minutes: 15, per: 'entry' },     [15, 15],   [15, 15]],
  ['down',                    { direction: 'down', minutes: 15, per: 'entry' },   [7, 20, 1], [0, 15, 0]],
  ['to the nearest',          { direction: 'nearest', minutes: 6, per: 'entry' }, [2, 1, 4],  [0, 6, 0]],
]

test.each(PARTS)('U4 the parts of an entry are rounded together: %s', (_why, rounding, parts, counted) => {
  expect(minutes(parts).map(createPartRounder(rounding))).toEqual(minutes(counted))
})

test('U4 rounded parts add up to what their sum is rounded to', () => {
  const direction = fc.constantFrom('up', 'down', 'nearest')
  const law = fc.property(
    fc.array(fc.nat(90 * MINUTE_MS)),
    direction,
    fc.integer({ min: 1, max: 60 }),
    (parts, direction, minutes) => {
      const rounding = { direction, minutes, per: 'entry' } as const
      const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
      expect(sumOf(parts.map(createPartRounder(rounding)))).toBe(roundTime(sumOf(parts), rounding))
    },
  )
  fc.assert(law)
})

// prettier-ignore
test.each([
  ['all of it',     [[10, 20], [30, 40]] as const, 20],
  ['its beginning', [[45, 60]] as const,           5],
  ['its end',       [[0, 15]] as const,            10],
  ['all around',    [[0, 99]] as const,            45],
  ['nothing',       [[0, 5], [50, 60]] as const,   0],
])('U3 the time within a period: %s', (_what, segments, time) => {
  expect(timeWithin(segments, { from: 5, to: 50 })).toBe(time)
})
