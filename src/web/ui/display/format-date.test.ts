import { expect, test } from 'vitest'
import type { DateOrder } from '#core/formats.ts'
import { type DateParts, formatDate, formatDateRange, SHORT_DATE } from './format-date.ts'

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const MONTH = { month: 'long', year: 'numeric' } as const
const AXIS = { day: 'numeric', month: 'short' } as const
const WEEKDAY = { weekday: 'short' } as const

/** Tuesday, 17 November 2026 */
// prettier-ignore
const DATES: [order: DateOrder, parts: DateParts, en: string, es: string, tr: string][] = [
  ['dmy', DAY,        'Tuesday 17 November',  'martes, 17 de noviembre', '17 Kasım Salı'],
  ['mdy', DAY,        'Tuesday, November 17', 'martes, noviembre 17',    'Salı, Kasım 17'],
  ['ymd', DAY,        'Tuesday, 2026-11-17',  'martes, 2026-11-17',      'Salı, 2026-11-17'],
  ['dmy', SHORT_DATE, '17 Nov 2026',          '17 nov 2026',             '17 Kas 2026'],
  ['mdy', SHORT_DATE, 'Nov 17, 2026',         'nov 17, 2026',            'Kas 17, 2026'],
  ['ymd', SHORT_DATE, '2026-11-17',           '2026-11-17',              '2026-11-17'],
  ['ymd', AXIS,       '11-17',                '11-17',                   '11-17'],
  ['mdy', MONTH,      'November 2026',        'noviembre de 2026',       'Kasım 2026'],
  ['ymd', WEEKDAY,    'Tue',                  'mar',                     'Sal'],
]

test.each(DATES)('W25 a date in the order %s with %j', (order, parts, ...texts) => {
  expect(['en', 'es', 'tr'].map((language) => formatDate('2026-11-17', language, parts, order))).toEqual(texts)
})

// prettier-ignore
test.each<[order: DateOrder, from: string, to: string, en: string, es: string, tr: string]>([
  ['dmy', '2026-11-10', '2026-11-16', '10–16 Nov 2026',            '10–16 nov 2026',            '10–16 Kas 2026'],
  ['mdy', '2026-11-10', '2026-11-16', 'Nov 10 – Nov 16, 2026',     'nov 10 – nov 16, 2026',     'Kas 10 – Kas 16, 2026'],
  ['mdy', '2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026', 'dic 29, 2025 – ene 4, 2026', 'Ara 29, 2025 – Oca 4, 2026'],
  ['mdy', '2026-11-10', '2026-11-10', 'Nov 10, 2026',              'nov 10, 2026',              'Kas 10, 2026'],
  ['ymd', '2026-11-10', '2026-11-16', '2026-11-10 – 2026-11-16',   '2026-11-10 – 2026-11-16',   '2026-11-10 – 2026-11-16'],
])('W25 a range in the order %s: %s to %s', (order, from, to, ...texts) => {
  const written = ['en', 'es', 'tr'].map((language) => formatDateRange({ from, to }, language, SHORT_DATE, order))
  expect(written.map((text) => text.replaceAll('\u2009', ''))).toEqual(texts)
})
