import { expect, test } from 'vitest'
import type { Step } from '#core/report/dimensions.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { toColumns } from './bar-columns.ts'

const barOf = (day: string) => ({ day, milliseconds: 0, parts: [] })
const days = (first: string, count: number, each = 1) =>
  Array.from({ length: count }, (_, index) => shiftDate(first, index * each))
const months = (year: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10))

interface Case {
  language: string
  step: Step
  days: string[]
  labels: string[]
  titles: string[]
}

/** The labels and titles of the first two bars. */
// prettier-ignore
const CASES: Record<string, Case> = {
  'a week':                 { language: 'en', step: 'day', days: days('2026-11-09', 7), labels: ['Mon 9', 'Tue 10'], titles: ['Monday 9 Nov', 'Tuesday 10 Nov'] },
  'a week in Spanish':      { language: 'es', step: 'day', days: days('2026-11-09', 7), labels: ['lun 9', 'mar 10'], titles: ['lunes, 9 nov', 'martes, 10 nov'] },
  'a week in Turkish':      { language: 'tr', step: 'day', days: days('2026-11-09', 7), labels: ['9 Pzt', '10 Sal'], titles: ['9 Kas Pazartesi', '10 Kas Salı'] },
  'a month':                { language: 'en', step: 'day', days: days('2026-11-01', 30), labels: ['1', '2'], titles: ['Sunday 1 Nov', 'Monday 2 Nov'] },
  'days of two months':     { language: 'en', step: 'day', days: days('2026-10-31', 20), labels: ['31 Oct', '1 Nov'], titles: ['Saturday 31 Oct', 'Sunday 1 Nov'] },
  'weeks':                  { language: 'en', step: 'week', days: days('2026-10-26', 26, 7), labels: ['26 Oct', '2 Nov'], titles: ['26 Oct – 1 Nov', '2 – 8 Nov'] },
  'months of a year':       { language: 'en', step: 'month', days: months(2026, 12), labels: ['Jan', 'Feb'], titles: ['January 2026', 'February 2026'] },
  'months of two years':    { language: 'en', step: 'month', days: months(2025, 24), labels: ['2025', 'Feb'], titles: ['January 2025', 'February 2025'] },
  'months of eleven years': { language: 'en', step: 'month', days: months(2016, 132), labels: ['2016', ''], titles: ['January 2016', 'February 2016'] },
}

test.each(Object.entries(CASES))('bars have the shortest unambiguous labels: %s', (_, one) => {
  const columns = toColumns(one.days.map(barOf), { ...one, today: '2026-11-13' }).slice(0, 2)
  expect(columns.map(({ label }) => label)).toEqual(one.labels)
  expect(columns.map(({ title }) => title.replaceAll(/[\u2009\u202f]/g, ' '))).toEqual(one.titles)
})

// prettier-ignore
test.each([
  ['day',   days('2026-11-09', 7),     '2026-11-13'],
  ['week',  days('2026-10-26', 4, 7),  '2026-11-09'],
  ['month', months(2026, 12),          '2026-11-01'],
  ['month', months(2025, 12),          undefined],
] as const)('the bar of the current %s is marked', (step, days, current) => {
  const columns = toColumns(days.map(barOf), { step, language: 'en', today: '2026-11-13' })
  expect(columns.find(({ isCurrent }) => isCurrent)?.id).toBe(current)
})
