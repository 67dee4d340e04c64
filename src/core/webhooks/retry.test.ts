import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { nextAttemptAt } from './retry.ts'

// prettier-ignore
test.each([
  [1,   5 * SECOND_MS],
  [2,  15 * SECOND_MS],
  [3,  45 * SECOND_MS],
  [4, 135 * SECOND_MS],
  [5, 405 * SECOND_MS],
  [6, 20 * MINUTE_MS + 15 * SECOND_MS],
  [7, HOUR_MS],
  [99, HOUR_MS],
])('J25 after failed attempt %i a delivery waits for %i ms', (attempts, delayMs) => {
  expect(nextAttemptAt({ attempts, failingSince: 0, now: 1_000, random: 0 })).toBe(1_000 + delayMs)
})

test('J25 attempts end a day after the first failure, the last one then', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(10_000), (random, attemptMs) => {
      const failingSince = 1_000_000
      let [now, attempts] = [failingSince, 1]
      for (let next: number | undefined = now; next !== undefined; attempts += 1) {
        expect(next).toBeGreaterThanOrEqual(now)
        now = next + attemptMs
        next = nextAttemptAt({ attempts, failingSince, now, random })
      }
      expect(now).toBeGreaterThanOrEqual(failingSince + DAY_MS)
      expect(now).toBeLessThanOrEqual(failingSince + DAY_MS + attemptMs)
      expect(attempts).toBeGreaterThan(24)
      expect(attempts).toBeLessThan(45)
    }),
  )
})
