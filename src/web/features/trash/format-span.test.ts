import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { formatSpan } from './format-span.ts'

// prettier-ignore
test.each([
  [30 * DAY_MS,              'en', '30 days'],
  [29.9 * DAY_MS,            'es', '30 días'],
  [DAY_MS,                   'tr', '1 gün'],
  [DAY_MS - 1,               'en', '24 hours'],
  [2 * HOUR_MS,              'es', '2 horas'],
  [30_000,                   'en', '1 minute'],
  [-5 * MINUTE_MS,           'en', '1 minute'],
])('H25 %d ms in %s are “%s”', (milliseconds, locale, expected) => {
  expect(formatSpan(milliseconds, locale)).toBe(expected)
})
