import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { formatDuration, formatDurationOrSeconds } from './format-duration.ts'

// prettier-ignore
const DURATIONS: [milliseconds: number, language: string, text: string][] = [
  [0,            'en', '0 m'],
  [59_999,       'en', '0 m'],
  [25 * MINUTE_MS,  'en', '25 m'],
  [147 * MINUTE_MS, 'en', '2 h 27 m'],
  [125 * MINUTE_MS, 'en', '2 h 05 m'],
  [147 * MINUTE_MS, 'es', '2 h 27 min'],
  [147 * MINUTE_MS, 'tr', '2 sa 27 dk'],
]

test.each(DURATIONS)('%d ms reads in %s as "%s"', (milliseconds, language, text) => {
  expect(formatDuration(milliseconds, language).replaceAll('\u00a0', ' ')).toBe(text)
})

// prettier-ignore
test.each<[milliseconds: number, language: string, text: string]>([
  [999,         'en', '0 s'],
  [40_000,      'en', '40 s'],
  [59_999,      'es', '59 s'],
  [40_000,      'tr', '40 sn'],
  [MINUTE_MS,      'en', '1 m'],
  [125 * MINUTE_MS, 'en', '2 h 05 m'],
])('%d ms just tracked read in %s as "%s"', (milliseconds, language, text) => {
  expect(formatDurationOrSeconds(milliseconds, language).replaceAll('\u00a0', ' ')).toBe(text)
})
