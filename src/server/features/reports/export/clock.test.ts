import { expect, test } from 'vitest'
import { formatClockTime, createClock } from './clock.ts'

// prettier-ignore
test.each([
  ['2026-03-02T08:00:00.999Z', 'Europe/Madrid',       '2026-03-02T09:00:00.999+01:00'],
  ['2026-03-02T08:00:00.040Z', 'Europe/Madrid',       '2026-03-02T09:00:00.040+01:00'],
  ['2026-03-29T00:59:59Z',     'Europe/Madrid',       '2026-03-29T01:59:59+01:00'],
  ['2026-03-29T01:00:00Z',     'Europe/Madrid',       '2026-03-29T03:00:00+02:00'],
  ['2026-10-25T00:30:00Z',     'Europe/Madrid',       '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T01:30:00Z',     'Europe/Madrid',       '2026-10-25T02:30:00+01:00'],
  ['2026-03-02T02:00:00Z',     'America/New_York',    '2026-03-01T21:00:00-05:00'],
  ['2026-03-02T02:00:00Z',     'Asia/Kolkata',        '2026-03-02T07:30:00+05:30'],
  ['2026-03-02T02:00:00Z',     'Australia/Lord_Howe', '2026-03-02T13:00:00+11:00'],
  ['2026-03-02T02:00:00Z',     'UTC',                 '2026-03-02T02:00:00+00:00'],
])('%s in %s is %s', (at, zone, expected) => {
  const clock = createClock(zone)
  // The second call uses the memoized offset.
  expect([clock.isoTime(Date.parse(at)), clock.isoTime(Date.parse(at))]).toEqual([expected, expected])
})

test.each([
  [0, '00:00:00'],
  [3_599_999, '00:59:59'],
  [25 * 3_600_000, '25:00:00'],
])('%i milliseconds are %s as a clock time', (milliseconds, expected) => {
  expect(formatClockTime(milliseconds)).toBe(expected)
})
