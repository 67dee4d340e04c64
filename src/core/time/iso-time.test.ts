import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIsoTime } from './iso-time.mjs'

const MAX_DATE = 8_640_000_000_000_000

test('an instant is written as Date writes it, also before 1970 and after the year 9999', () => {
  const instant = fc.oneof(
    fc.integer({ min: -MAX_DATE, max: MAX_DATE }),
    fc.integer({ min: 0, max: 4_102_444_800_000 }),
  )
  fc.assert(fc.property(instant, (at) => toIsoTime(at) === new Date(at).toISOString()))
  for (const at of [0, -1, 86_399_999, 86_400_000, MAX_DATE, -MAX_DATE])
    expect(toIsoTime(at)).toBe(new Date(at).toISOString())
  expect(() => toIsoTime(NaN)).toThrow(RangeError)
})
