import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_FORMATS } from '#core/formats.ts'
import { setFormats } from '#web/i18n/formats.ts'
import { daysBetween, resolveEnd, addMs, toIsoTime, toLocalClock, toLocalDate } from './local-time.ts'

const local = (time: string) => new Date(`2026-03-${time}`).toISOString()

test('N3 a time split into date and clock can be put together again', () => {
  const time = local('02T23:59:58.123')
  expect(toIsoTime(toLocalDate(time), toLocalClock(time))).toBe(time)
})

// prettier-ignore
test.each([
  ['later on the same day',             '02T09:00', '10:30', null,        '02T10:30'],
  ['an earlier time is on the next day', '02T23:00', '00:30', '02T23:30',  '03T00:30'],
  ['back before midnight, same day',    '02T23:00', '23:45', '03T00:30',  '02T23:45'],
  ['the same time is a day later',      '02T09:00', '09:00', null,        '03T09:00'],
  ['an entry of days keeps its end day', '02T09:00', '11:00', '04T10:00',  '04T11:00'],
])('N3 a typed end: %s', (_what, start, clock, before, end) => {
  expect(resolveEnd(local(start), clock, before && local(before))).toBe(local(end))
})

test('W26 dates and times of day are those of the chosen time zone', () => {
  setFormats({ ...DEFAULT_FORMATS, timeZone: 'Asia/Kathmandu' })
  onTestFinished(() => setFormats(DEFAULT_FORMATS))
  const time = '2026-03-02T20:00:00.000Z'
  expect([toLocalDate(time), toLocalClock(time)]).toEqual(['2026-03-03', '01:45:00.000'])
  expect(toIsoTime('2026-03-03', '01:45')).toBe(time)
  expect(daysBetween('2026-03-02T18:00:00Z', time)).toBe(1)
})

test('N3 counts the midnights between two times', () => {
  expect(daysBetween(local('02T23:59'), local('03T00:00'))).toBe(1)
  expect(daysBetween(local('02T00:00'), local('02T23:59'))).toBe(0)
  expect(daysBetween(local('03T09:00'), addMs(local('03T09:00'), -24 * 60 * 60_000))).toBe(-1)
})
