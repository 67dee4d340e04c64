import { expect, test } from 'vitest'
import type { Formats } from '#core/formats.ts'
import { formatHour, formatTime } from './format-time.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

// prettier-ignore
test.each<[clock: Formats['clock'], zone: string, time: string, en: string, es: string, tr: string]>([
  ['24h', 'UTC',           '2026-11-17T09:05Z', '09:05',    '09:05',      '09:05'],
  ['24h', 'Europe/Madrid', '2026-11-17T23:30Z', '00:30',    '00:30',      '00:30'],
  ['12h', 'UTC',           '2026-11-17T09:05Z', '9:05 am',  '9:05 am', 'ÖÖ 9:05'],
  ['12h', 'UTC',           '2026-11-17T14:30Z', '2:30 pm',  '2:30 pm', 'ÖS 2:30'],
  ['12h', 'UTC',           '2026-11-17T00:00Z', '12:00 am', '12:00 am', 'ÖÖ 12:00'],
])('W25 in %s in %s, %s', (clock, zone, time, ...texts) => {
  expect(['en', 'es', 'tr'].map((language) => plain(formatTime(time, language, { clock, zone })))).toEqual(texts)
})

// prettier-ignore
test.each<[clock: Formats['clock'], hour: number, en: string, es: string, tr: string]>([
  ['24h', 9,  '09:00', '09:00',   '09:00'],
  ['24h', 0,  '00:00', '00:00',   '00:00'],
  ['12h', 9,  '9 am',  '9 am',    'ÖÖ 9'],
  ['12h', 13, '1 pm',  '1 pm',    'ÖS 1'],
])('W25 in %s, hour %d', (clock, hour, ...texts) => {
  expect(['en', 'es', 'tr'].map((language) => plain(formatHour(hour, language, clock)))).toEqual(texts)
})
