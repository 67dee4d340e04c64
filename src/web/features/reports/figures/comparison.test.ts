import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { differenceOf } from './comparison.ts'

test.each([
  ['longer', 130.9, 0.9, '+', 130],
  ['shorter', 60, 90, '−', 30],
  ['the same', 60, 60, '±', 0],
  ['the same in whole minutes', 60.9, 60.1, '±', 0],
])('U11 the difference to a time that is %s', (_what, minutes, before, sign, difference) => {
  expect(differenceOf(minutes * MINUTE_MS, before * MINUTE_MS)).toEqual({ sign, milliseconds: difference * MINUTE_MS })
})
