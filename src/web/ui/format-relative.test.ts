import { expect, test } from 'vitest'
import { formatRelative } from './format-relative.ts'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// prettier-ignore
test.each([
  [0,            'en-GB', 'now'],
  [-5 * SECOND,  'en-GB', 'now'],
  [59 * SECOND,  'en-GB', 'now'],
  [MINUTE,       'en-GB', '1 minute ago'],
  [59.6 * MINUTE,'en-GB', '1 hour ago'],
  [5 * HOUR,     'es-ES', 'hace 5 horas'],
  [DAY,          'en-GB', 'yesterday'],
  [3 * DAY,      'tr-TR', '3 gün önce'],
  [14 * DAY,     'en-GB', '2 weeks ago'],
  [70 * DAY,     'en-GB', '2 months ago'],
  [800 * DAY,    'en-GB', '2 years ago'],
])('%i ms ago in %s is “%s”', (ago, locale, words) => {
  expect(formatRelative(NOW - ago, NOW, locale)).toBe(words)
})
