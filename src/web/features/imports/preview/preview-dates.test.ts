import { expect, test } from 'vitest'
import { formatDay, formatDayRange, formatMonth, readInEveryOrder } from './preview-dates.ts'

// prettier-ignore
test.each([
  ['03/04/2026', { 'day-first': '2026-04-03', 'month-first': '2026-03-04' }],
  ['3.4.2026',   { 'day-first': '2026-04-03', 'month-first': '2026-03-04' }],
  ['1/12/26',    { 'day-first': '2026-12-01', 'month-first': '2026-01-12' }],
  ['03-04-26',   { 'day-first': '2026-04-03', 'month-first': '2026-03-04', 'year-first': '2003-04-26' }],
  ['26-03-04',   { 'day-first': '2004-03-26', 'year-first': '2026-03-04' }],
  ['',           {}],
  ['2026-03-04', {}],
  ['March',      {}],
])('M21 %j can be %j', (date, days) => {
  expect(Object.fromEntries(readInEveryOrder(date).map(({ order, day }) => [order, day]))).toEqual(days)
})

test('days and months are formatted in the language', () => {
  expect(formatDay('2026-04-03', 'en')).toBe('3 April 2026')
  expect(formatDay('2026-04-03', 'es')).toBe('3 de abril de 2026')
  expect(formatMonth('2026-04', 'tr')).toBe('Nisan 2026')
  expect(formatDayRange('2026-04-03', '2026-05-09', 'en')).toContain('9 May 2026')
})
