import { expect, test } from 'vitest'
import { resolveStart, toClockText } from './typed-start.ts'

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()

// prettier-ignore
test.each([
  ['a while ago',              '09:05', at(18, 9, 40), at(18, 9, 5)],
  ['this very minute',         '09:40', at(18, 9, 40), at(18, 9, 40)],
  ['before midnight',          '23:50', at(18, 0, 10), at(17, 23, 50)],
  ['later than now',           '09:41', at(18, 9, 40), at(17, 9, 41)],
])('D20 a typed start is the last moment with that time of day: %s', (_what, clock, now, expected) => {
  expect(resolveStart(clock, now)).toBe(expected)
  expect(toClockText(expected)).toBe(clock)
})
