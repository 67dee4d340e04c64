import { expect, test } from 'vitest'
import { formatClock } from './format-clock.ts'

// prettier-ignore
test.each([
  [0,      '00:00'],
  [59,     '00:59'],
  [1_062,  '17:42'],
  [3_599,  '59:59'],
  [3_600,  '1:00:00'],
  [10_800, '3:00:00'],
  [90_061, '25:01:01'],
])('D2 %i seconds read %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})
