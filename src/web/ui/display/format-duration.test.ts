import { expect, test } from 'vitest'
import type { DurationFormat } from '#core/formats.ts'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { formatDuration } from './format-duration.ts'

// prettier-ignore
const DURATIONS: [milliseconds: number, format: DurationFormat, en: string, es: string, tr: string][] = [
  [0,               'units',   '0 m',      '0 min',      '0 dk'],
  [999,             'units',   '0 m',      '0 min',      '0 dk'],
  [SECOND_MS,       'units',   '1 s',      '1 s',        '1 sn'],
  [59_999,          'units',   '59 s',     '59 s',       '59 sn'],
  [MINUTE_MS,       'units',   '1 m',      '1 min',      '1 dk'],
  [25 * MINUTE_MS,  'units',   '25 m',     '25 min',     '25 dk'],
  [125 * MINUTE_MS, 'units',   '2 h 05 m', '2 h 05 min', '2 sa 05 dk'],
  [740 * MINUTE_MS, 'units',   '12 h 20 m', '12 h 20 min', '12 sa 20 dk'],
  [0,               'clock',   '0:00',     '0:00',       '0:00'],
  [40 * SECOND_MS,  'clock',   '40 s',     '40 s',       '40 sn'],
  [25 * MINUTE_MS,  'clock',   '0:25',     '0:25',       '0:25'],
  [740 * MINUTE_MS + 59_999, 'clock', '12:20', '12:20',  '12:20'],
  [0,               'decimal', '0.00 h',   '0,00 h',     '0,00 sa'],
  [40 * SECOND_MS,  'decimal', '40 s',     '40 s',       '40 sn'],
  [15 * MINUTE_MS,  'decimal', '0.25 h',   '0,25 h',     '0,25 sa'],
  [740 * MINUTE_MS, 'decimal', '12.33 h',  '12,33 h',    '12,33 sa'],
]

test.each(DURATIONS)('W25 %d ms in %s', (milliseconds, format, ...texts) => {
  const written = ['en', 'es', 'tr'].map((language) => formatDuration(milliseconds, language, format))
  expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(texts)
})
