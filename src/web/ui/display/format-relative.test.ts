import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { formatRelative } from './format-relative.ts'

const NOW = Date.parse('2026-03-01T09:00:00Z')

// prettier-ignore
test.each([
  [0,            'en-GB', 'now'],
  [-5 * SECOND_MS,  'en-GB', 'now'],
  [59 * SECOND_MS,  'en-GB', 'now'],
  [MINUTE_MS,       'en-GB', '1 minute ago'],
  [59.6 * MINUTE_MS,'en-GB', '1 hour ago'],
  [5 * HOUR_MS,     'es-ES', 'hace 5 horas'],
  [DAY_MS,          'en-GB', 'yesterday'],
  [3 * DAY_MS,      'tr-TR', '3 gün önce'],
  [14 * DAY_MS,     'en-GB', '2 weeks ago'],
  [70 * DAY_MS,     'en-GB', '2 months ago'],
  [800 * DAY_MS,    'en-GB', '2 years ago'],
])('%i ms ago in %s is “%s”', (ago, locale, text) => {
  expect(formatRelative(NOW - ago, NOW, locale)).toBe(text)
})
