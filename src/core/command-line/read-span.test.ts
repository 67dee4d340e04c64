import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { readTimeOfDay, toSpan } from './read-span.ts'

// prettier-ignore
test.each<[string, number | undefined]>([
  ['9',       540], ['9:00', 540], ['09.30', 570], ['0930', 570], ['9h30', 570], ['17:05', 1025], ['24:00', 1440], ['0', 0],
  ['9am',     540], ['9:30 PM', 1290], ['12am', 0], ['12pm', 720], ['12:15 p. m.', 735],
  ['24:01',   undefined], ['25', undefined], ['13pm', undefined], ['0am', undefined], ['9:60', undefined], ['noon', undefined], ['', undefined],
])('P21 the time %j is %s minutes after midnight', (text, minutes) => {
  expect(readTimeOfDay(text)).toBe(minutes === undefined ? undefined : minutes * MINUTE_MS)
})

const zone = 'Europe/Madrid'
const now = Date.parse('2026-11-19T11:20:30Z')
const DAY = { date: '2026-11-19', now, zone }
const [nine, ten] = [9 * HOUR_MS, 10 * HOUR_MS]

// prettier-ignore
test.each([
  ['two times',                    { from: nine, to: ten },                    '08:00', '09:00'],
  ['an end on the next day',       { from: ten, to: nine },                    '09:00', '08:00 +1'],
  ['a start and a duration',       { from: nine, durationMs: 45 * MINUTE_MS }, '08:00', '08:45'],
  ['an end and a duration',        { to: ten, durationMs: 45 * MINUTE_MS },    '08:15', '09:00'],
  ['a duration, which ends now',   { durationMs: HOUR_MS },                    '10:20', '11:20'],
  ['a duration on another day, which ends at the present time', { durationMs: HOUR_MS, date: '2026-11-18' }, '10:20 -1', '11:20 -1'],
])('P21 %s', (_what, times, start, end) => {
  const span = toSpan({ ...DAY, ...times })
  const at = (text: string) => {
    const [time, days = '0'] = text.split(' ')
    return Date.parse(`2026-11-19T${time}:00Z`) + Number(days) * 24 * HOUR_MS
  }
  expect(span).toEqual({ startedAt: at(start), endedAt: at(end) })
})

test('P21 times that do not make an entry are told apart', () => {
  expect(toSpan({ ...DAY, from: nine, to: ten, durationMs: 1 })).toBe('too-many')
  expect(toSpan({ ...DAY, from: nine, to: nine })).toBe('empty')
  expect(toSpan({ ...DAY, from: nine })).toBe('too-few')
  expect(toSpan(DAY)).toBe('too-few')
})

test('P21 an entry never ends before its start, also when the clocks change', () => {
  const time = fc.integer({ min: 0, max: 24 * 60 }).map((minutes) => minutes * MINUTE_MS)
  const date = fc.constantFrom('2026-03-29', '2026-10-25', '2026-11-19')
  fc.assert(
    fc.property(time, time, date, (from, to, date) => {
      const span = toSpan({ ...DAY, date, from, to })
      if (typeof span === 'string') expect(from).toBe(to)
      else expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt)
    }),
  )
})
