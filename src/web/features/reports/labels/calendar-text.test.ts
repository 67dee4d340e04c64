import { beforeAll, expect, test } from 'vitest'
import { rangeOf } from '#web/features/reports/range/report-range.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { formatCalendarKey, formatRange } from './calendar-text.ts'

const TODAY = '2026-11-15'
/** Without the spaces and commas that differ between versions of the browser. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll(',', '')

beforeAll(loadEnglish)

test.each([
  ['day', '2026-11-13', 'Friday 13 November'],
  ['day', '2025-11-13', 'Thursday 13 November 2025'],
  ['week', '2026-11-13', '9 – 15 November'],
  ['week', '2026-11-01', '26 Oct – 1 Nov'],
  ['week', '2025-12-31', '29 Dec 2025 – 4 Jan 2026'],
  ['month', '2026-11-13', 'November 2026'],
  ['quarter', '2026-11-13', 'Q4 2026'],
  ['year', '2025-11-13', '2025'],
] as const)('U10 the %s of %s is called %s', (kind, day, text) => {
  expect(plain(formatRange(kind, rangeOf(kind, day), currentTranslation(), TODAY))).toBe(text)
})

test.each([
  ['day', '2026-11-13', 'Fri 13 Nov'],
  ['day', '2025-11-13', 'Thu 13 Nov 2025'],
  ['week', '2026-11-09', '9 – 15 Nov'],
  ['month', '2026-11-01', 'November 2026'],
  ['weekday', '7', 'Sunday'],
  ['hour', '23', '23:00 – 00:00'],
] as const)('a line of one %s, %s, is called %s', (dimension, key, text) => {
  expect(plain(formatCalendarKey(dimension, key, 'en', TODAY))).toBe(text)
})
