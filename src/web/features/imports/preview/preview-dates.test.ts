import { expect, test } from 'vitest'
import { formatDay, formatDayRange, formatMonth, readInBothOrders } from './preview-dates.ts'

// prettier-ignore
test.each([
  ['03/04/2026', '2026-04-03', '2026-03-04'],
  ['3.4.2026',   '2026-04-03', '2026-03-04'],
  ['03-04-26',   '2026-04-03', '2026-03-04'],
  ['1/12/26',    '2026-12-01', '2026-01-12'],
])('M21 %s can be %s or %s', (date, dayFirst, monthFirst) => {
  expect(readInBothOrders(date)).toEqual({ 'day-first': dayFirst, 'month-first': monthFirst })
})

test.each(['', '2026-03-04', 'March'])('%j is not ambiguous', (date) => {
  expect(readInBothOrders(date)).toBeUndefined()
})

test('days and months are formatted in the language', () => {
  expect(formatDay('2026-04-03', 'en')).toBe('3 April 2026')
  expect(formatDay('2026-04-03', 'es')).toBe('3 de abril de 2026')
  expect(formatMonth('2026-04', 'tr')).toBe('Nisan 2026')
  expect(formatDayRange('2026-04-03', '2026-05-09', 'en')).toContain('9 May 2026')
})
