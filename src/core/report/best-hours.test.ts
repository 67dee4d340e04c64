import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBestHours } from './best-hours.ts'

const hoursWith = (times: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => times[hour] ?? 0)

// prettier-ignore
test.each<[what: string, times: Record<number, number>, from: number | undefined, share: number]>([
  ['no work',                      {},                                   undefined, 0],
  ['one hour',                     { 9: 60 },                            9,  1],
  ['the last hour of the day',     { 23: 60 },                           21, 1],
  ['a morning and an afternoon',   { 9: 60, 10: 60, 11: 30, 14: 50 },    9,  0.75],
  ['two equal windows',            { 6: 10, 7: 10, 8: 10, 18: 10, 19: 10, 20: 10 }, 6, 0.5],
])('V28 the best hours of a week with %s', (_what, times, from, share) => {
  const best = findBestHours(hoursWith(times))
  expect(best?.from).toBe(from)
  expect(best?.share ?? 0).toBe(share)
})

test('V28 no three hours in a row have more work than the best', () => {
  const law = fc.property(fc.array(fc.nat(60), { minLength: 24, maxLength: 24 }), (hours) => {
    const total = hours.reduce((sum, time) => sum + time, 0)
    const best = findBestHours(hours)
    if (best === undefined) return expect(total).toBe(0)
    expect(best.to - best.from).toBe(3)
    for (let hour = 0; hour <= 21; hour++) {
      const sum = hours[hour]! + hours[hour + 1]! + hours[hour + 2]!
      expect(sum / total).toBeLessThanOrEqual(best.share)
    }
  })
  fc.assert(law)
})
