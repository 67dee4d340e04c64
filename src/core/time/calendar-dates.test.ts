import { expect, test } from 'vitest'
import { isoWeekOf } from './calendar-dates.ts'

// prettier-ignore
test.each<[date: string, week: number]>([
  ['2026-11-16', 47],
  ['2026-11-22', 47],
  ['2026-01-01', 1],
  ['2025-12-29', 1],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2028-02-29', 9],
])('V8 %s is in week %i', (date, week) => {
  expect(isoWeekOf(date)).toBe(week)
})
