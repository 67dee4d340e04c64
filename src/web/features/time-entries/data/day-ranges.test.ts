import { expect, test } from 'vitest'
import { resolveRange, datesOfWeek } from './day-ranges.ts'

// prettier-ignore
test.each<[Parameters<typeof resolveRange>[0], now: string, from: string, to: string]>([
  ['today',     '2026-03-01T00:00', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01T23:59', '2026-02-28', '2026-02-28'],
  ['thisWeek',  '2026-03-01T12:00', '2026-02-23', '2026-03-01'],
  ['thisWeek',  '2026-03-02T12:00', '2026-03-02', '2026-03-08'],
  ['lastWeek',  '2026-01-01T12:00', '2025-12-22', '2025-12-28'],
  ['thisMonth', '2028-02-10T12:00', '2028-02-01', '2028-02-29'],
  ['lastMonth', '2026-03-31T12:00', '2026-02-01', '2026-02-28'],
])('N4 %s, on %s', (name, now, from, to) => {
  expect(resolveRange(name, new Date(now))).toEqual({ from, to })
})

// prettier-ignore
test.each([
  ['thisWeek', '2026-03-01T12:00', '2026-03-01', '2026-03-07'],
  ['thisWeek', '2026-02-28T12:00', '2026-02-22', '2026-02-28'],
  ['lastWeek', '2026-03-01T12:00', '2026-02-22', '2026-02-28'],
] as const)('N4 %s on %s, if weeks begin on Sunday', (name, now, from, to) => {
  expect(resolveRange(name, new Date(now), 7)).toEqual({ from, to })
})

// prettier-ignore
test.each([
  ['2026-03-02', 1, '2026-03-02', '2026-03-08'],
  ['2026-03-08', 1, '2026-03-02', '2026-03-08'],
  ['2026-03-08', 7, '2026-03-08', '2026-03-14'],
  ['2026-03-08', 6, '2026-03-07', '2026-03-13'],
  ['2028-02-29', 1, '2028-02-28', '2028-03-05'],
])('N10 the week of %s that begins on weekday %d', (day, weekStart, first, last) => {
  const days = datesOfWeek(day, weekStart)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, 7])
})
