import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributeTicks, labelledMinutes, secondsPerTick } from './ring-ticks.ts'

// prettier-ignore
const DIALS: [minutes: number, secondsPerTick: number, labelled: number[]][] = [
  [1,   1,   [0]],
  [5,   3,   [0, 1, 2, 3, 4]],
  [25,  15,  [0, 5, 10, 15, 20]],
  [52,  30,  [0, 10, 20, 30, 40]],
  [60,  30,  [0, 10, 20, 30, 40, 50]],
  [180, 120, [0, 30, 60, 90, 120, 150]],
]

test.each(DIALS)('a dial of %d minutes has a tick every %d seconds and shows %j', (minutes, seconds, labelled) => {
  expect(secondsPerTick(minutes * 60)).toBe(seconds)
  expect(labelledMinutes(minutes * 60)).toEqual(labelled)
})

test('a dial of any length has 40 to 120 ticks and at most seven labels', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 180 }), (minutes) => {
      const ticks = (minutes * 60) / secondsPerTick(minutes * 60)
      expect(ticks).toBeGreaterThanOrEqual(40)
      expect(ticks).toBeLessThanOrEqual(120)
      expect(labelledMinutes(minutes * 60).length).toBeLessThanOrEqual(7)
    }),
  )
})

test('U31 the ticks of a share ring always add up, and each share is off by less than one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (values) => {
      const total = values.reduce((sum, value) => sum + value, 0)
      const ticks = distributeTicks(values, 100)
      expect(ticks.reduce((sum, value) => sum + value, 0)).toBe(total === 0 ? 0 : 100)
      for (const [index, value] of values.entries())
        if (total > 0) expect(Math.abs((ticks[index] ?? 0) - (100 * value) / total)).toBeLessThan(1)
    }),
  )
})
