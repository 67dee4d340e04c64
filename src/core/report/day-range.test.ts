import { expect, test } from 'vitest'
import { barStep } from './day-range.ts'

const range = (from: string, to: string) => ({ from, to })

test.each([
  [range('2026-11-01', '2026-11-30'), 'day'],
  [range('2026-10-01', '2026-12-31'), 'week'],
  [range('2026-01-01', '2026-07-01'), 'week'],
  [range('2026-01-01', '2026-12-31'), 'month'],
])('the bar chart of %o has one bar for each %s', (days, step) => {
  expect(barStep(days)).toBe(step)
})
