import { expect, test } from 'vitest'
import { endTime } from './end-time.ts'

// prettier-ignore
const cases: [what: string, at: string, minutes: number, language: string, end: object][] = [
  ['the same day',            '2026-03-02T10:00:00', 120,   'en', { time: '12:00' }],
  ['seconds do not round up', '2026-03-02T10:00:59', 30,    'tr', { time: '10:30' }],
  ['after midnight',          '2026-03-02T23:00:00', 120,   'en', { time: '01:00', day: 'Tuesday' }],
  ['in another language',     '2026-03-02T23:00:00', 120,   'es', { time: '01:00', day: 'martes' }],
  ['the longest cycle',       '2026-03-02T10:00:00', 4_800, 'en', { time: '18:00', day: 'Thursday' }],
]

test.each(cases)('F6 the end of a preset: %s', (_what, at, minutes, language, end) => {
  expect(endTime(new Date(at), minutes, language)).toEqual(end)
})
