import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from './units.ts'
import {
  addDays,
  addMonths,
  dateOf,
  hourOf,
  isTimeZone,
  instantOfLocalTime,
  startOfDate,
  startOfDay,
  startOfMonth,
  startOfWeek,
} from './time-zone.ts'

const utc = (iso: string) => new Date(iso).toISOString()

// prettier-ignore
const days: [zone: string, why: string, at: string, start: string, end: string, hours: number][] = [
  ['UTC',                 'an ordinary day',               '2026-03-02T12:00Z',      '2026-03-02T00:00Z',      '2026-03-03T00:00Z',      24],
  ['UTC',                 'its last millisecond',          '2026-03-02T23:59:59.999Z', '2026-03-02T00:00Z',    '2026-03-03T00:00Z',      24],
  ['Asia/Kathmandu',      'an offset of quarters',         '2026-03-02T00:00+05:45', '2026-03-02T00:00+05:45', '2026-03-03T00:00+05:45', 24],
  ['Europe/Istanbul',     'no clock change any more',      '2026-03-29T23:00+03:00', '2026-03-29T00:00+03:00', '2026-03-30T00:00+03:00', 24],
  ['Europe/Madrid',       'clocks go forward',             '2026-03-29T12:00+02:00', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 23],
  ['Europe/Madrid',       'the moment before',             '2026-03-29T01:59+01:00', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 23],
  ['Europe/Madrid',       'the day after',                 '2026-03-30T00:00+02:00', '2026-03-30T00:00+02:00', '2026-03-31T00:00+02:00', 24],
  ['Europe/Madrid',       'clocks go back',                '2026-10-25T12:00+01:00', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 25],
  ['Europe/Madrid',       'the day before',                '2026-10-24T23:59+02:00', '2026-10-24T00:00+02:00', '2026-10-25T00:00+02:00', 24],
  ['America/New_York',    'clocks go forward',             '2026-03-08T12:00-04:00', '2026-03-08T00:00-05:00', '2026-03-09T00:00-04:00', 23],
  ['America/New_York',    'clocks go back',                '2026-11-01T01:30-05:00', '2026-11-01T00:00-04:00', '2026-11-02T00:00-05:00', 25],
  ['America/Sao_Paulo',   'a day that starts at 01:00',    '2018-11-04T12:00-02:00', '2018-11-04T01:00-02:00', '2018-11-05T00:00-02:00', 23],
  ['America/Sao_Paulo',   'a day with 23:00 twice',        '2018-02-17T23:30-03:00', '2018-02-17T00:00-02:00', '2018-02-18T00:00-03:00', 25],
  ['Asia/Beirut',         'a day that starts at 01:00',    '2026-03-29T01:00+03:00', '2026-03-29T01:00+03:00', '2026-03-30T00:00+03:00', 23],
  ['Asia/Beirut',         'a day with 23:00 twice',        '2026-10-24T23:30+02:00', '2026-10-24T00:00+03:00', '2026-10-25T00:00+02:00', 25],
  ['America/Havana',      'a day with 00:00 twice',        '2026-11-01T12:00-05:00', '2026-11-01T00:00-04:00', '2026-11-02T00:00-05:00', 25],
  ['Australia/Lord_Howe', 'half an hour back',             '2026-04-05T12:00+10:30', '2026-04-05T00:00+11:00', '2026-04-06T00:00+10:30', 24.5],
  ['Australia/Lord_Howe', 'half an hour forward',          '2026-10-04T12:00+11:00', '2026-10-04T00:00+10:30', '2026-10-05T00:00+11:00', 23.5],
  ['Africa/Casablanca',   'clocks go back for Ramadan',    '2026-02-15T12:00Z',      '2026-02-15T00:00+01:00', '2026-02-16T00:00Z',      25],
  ['Africa/Casablanca',   'and forward after it',          '2026-03-22T12:00+01:00', '2026-03-22T00:00Z',      '2026-03-23T00:00+01:00', 23],
  ['Pacific/Apia',        'the day before a missing day',  '2011-12-29T12:00-10:00', '2011-12-29T00:00-10:00', '2011-12-31T00:00+14:00', 24],
  ['Pacific/Apia',        'the day after a missing day',   '2011-12-31T12:00+14:00', '2011-12-31T00:00+14:00', '2012-01-01T00:00+14:00', 24],
  ['America/St_Johns',    'midnight, then 23:01 again',    '2010-11-06T23:30-03:30', '2010-11-07T00:00-02:30', '2010-11-08T00:00-03:30', 25],
  ['America/Toronto',     'a day that starts at 00:30',    '1919-03-31T12:00-04:00', '1919-03-31T00:30-04:00', '1919-04-01T00:00-04:00', 23.5],
]

test.each(days)('Z1 %s, %s: the day of %s', (zone, _why, at, start, end, hours) => {
  const [from, to] = [startOfDay(Date.parse(at), zone), addDays(Date.parse(at), 1, zone)]
  expect([from, to].map((time) => new Date(time).toISOString())).toEqual([utc(start), utc(end)])
  expect((to - from) / HOUR_MS).toBe(hours)
})

// prettier-ignore
test.each([
  ['Europe/Madrid',    '2026-03-29T23:59+02:00', '2026-03-23T00:00+01:00', '2026-03-01T00:00+01:00', '2026-04-01T00:00+02:00'],
  ['Europe/Madrid',    '2026-03-30T00:00+02:00', '2026-03-30T00:00+02:00', '2026-03-01T00:00+01:00', '2026-04-01T00:00+02:00'],
  ['Europe/Madrid',    '2026-01-01T00:00+01:00', '2025-12-29T00:00+01:00', '2026-01-01T00:00+01:00', '2026-02-01T00:00+01:00'],
  ['Europe/Madrid',    '2026-12-31T23:30+01:00', '2026-12-28T00:00+01:00', '2026-12-01T00:00+01:00', '2027-01-01T00:00+01:00'],
  ['Asia/Kathmandu',   '2028-02-29T00:10+05:45', '2028-02-28T00:00+05:45', '2028-02-01T00:00+05:45', '2028-03-01T00:00+05:45'],
  ['America/New_York', '2026-11-30T23:59-05:00', '2026-11-30T00:00-05:00', '2026-11-01T00:00-04:00', '2026-12-01T00:00-05:00'],
  ['Pacific/Apia',     '2012-01-01T12:00+14:00', '2011-12-26T00:00-10:00', '2012-01-01T00:00+14:00', '2012-02-01T00:00+14:00'],
  ['UTC',              '1969-12-31T12:00Z',      '1969-12-29T00:00Z',      '1969-12-01T00:00Z',      '1970-01-01T00:00Z'],
])('Z1 in %s the week and the month of %s', (zone, at, week, month, nextMonth) => {
  const moment = Date.parse(at)
  const starts = [startOfWeek(moment, zone), startOfMonth(moment, zone), addMonths(moment, 1, zone)]
  expect(starts.map((time) => new Date(time).toISOString())).toEqual([week, month, nextMonth].map(utc))
})

// prettier-ignore
test.each([
  [1, '2026-03-01T12:00Z', '2026-02-23T00:00Z'],
  [7, '2026-03-01T12:00Z', '2026-03-01T00:00Z'],
  [7, '2026-02-28T12:00Z', '2026-02-22T00:00Z'],
  [6, '2026-03-01T12:00Z', '2026-02-28T00:00Z'],
])('Z1 if weeks begin on weekday %d, the week of %s begins at %s', (weekStart, at, start) => {
  expect(startOfWeek(Date.parse(at), 'UTC', weekStart)).toBe(Date.parse(start))
})

const zones = fc.constantFrom(...new Set(days.map(([zone]) => zone)), ...Intl.supportedValuesOf('timeZone'))
const moments = fc.integer({ min: Date.parse('1990-01-01T00:00Z'), max: Date.parse('2045-01-01T00:00Z') })
const holds = (law: (at: number, zone: string) => void) => fc.assert(fc.property(moments, zones, law), { numRuns: 500 })

test('Z1 every moment is in one day, one week and one month, which follow each other without gaps', () => {
  holds((at, zone) => {
    for (const [from, to] of [
      [startOfDay(at, zone), addDays(at, 1, zone)],
      [startOfWeek(at, zone), addDays(startOfWeek(at, zone), 7, zone)],
      [startOfMonth(at, zone), addMonths(at, 1, zone)],
    ] as const) {
      expect(from).toBeLessThanOrEqual(at)
      expect(to).toBeGreaterThan(at)
    }
    expect(startOfDay(startOfDay(at, zone), zone)).toBe(startOfDay(at, zone))
    expect(startOfDay(addDays(at, 1, zone) - 1, zone)).toBe(startOfDay(at, zone))
    expect(startOfWeek(addDays(startOfWeek(at, zone), 7, zone) - 1, zone)).toBe(startOfWeek(at, zone))
    expect(startOfMonth(addMonths(at, 1, zone) - 1, zone)).toBe(startOfMonth(at, zone))
  })
})

test('Z1 a week starts on a Monday and a month on the 1st, by the clocks of the zone', () => {
  holds((at, timeZone) => {
    const shown = (time: number, options: object) =>
      new Intl.DateTimeFormat('en', { timeZone, ...options }).format(time)
    expect(shown(startOfWeek(at, timeZone), { weekday: 'long' })).toBe('Monday')
    expect(shown(startOfMonth(at, timeZone), { day: 'numeric' })).toBe('1')
  })
})

// prettier-ignore
test.each([
  ['UTC',                 'an ordinary time',        '2026-03-02T09:30:07.123', '2026-03-02T09:30:07.123Z'],
  ['Asia/Kathmandu',      'an offset of quarters',   '2026-03-02T09:30',        '2026-03-02T03:45:00.000Z'],
  ['Europe/Madrid',       'before a change',         '2026-03-29T01:59',        '2026-03-29T00:59:00.000Z'],
  ['Europe/Madrid',       'one that is left out',    '2026-03-29T02:30',        '2026-03-29T01:30:00.000Z'],
  ['Europe/Madrid',       'after a change',          '2026-03-29T03:00',        '2026-03-29T01:00:00.000Z'],
  ['Europe/Madrid',       'one that comes twice',    '2026-10-25T02:30',        '2026-10-25T00:30:00.000Z'],
  ['Europe/Madrid',       'once they have gone back', '2026-10-25T03:00',       '2026-10-25T02:00:00.000Z'],
  ['Australia/Lord_Howe', 'half an hour twice',      '2026-04-05T01:45',        '2026-04-04T14:45:00.000Z'],
])('Z1 in %s, %s: when the clocks show %s', (zone, _why, shown, moment) => {
  expect(new Date(instantOfLocalTime(Date.parse(`${shown}Z`), zone)).toISOString()).toBe(moment)
})

// prettier-ignore
test.each([
  ['Europe/Madrid', true], ['UTC', true], ['Asia/Calcutta', true], ['Europe/Atlantis', false], ['', false], ['../etc', false],
])('%j is a zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

// prettier-ignore
test.each([
  ['UTC',               '2026-03-02T09:59:59.999Z', '2026-03-02', 9],
  ['Asia/Kathmandu',    '2026-03-02T18:14:59.999Z', '2026-03-02', 23],
  ['Asia/Kathmandu',    '2026-03-02T18:15Z',        '2026-03-03', 0],
  ['America/New_York',  '2026-03-02T04:59Z',        '2026-03-01', 23],
  ['Europe/Madrid',     '2026-10-25T00:30Z',        '2026-10-25', 2],
  ['Europe/Madrid',     '2026-10-25T01:30Z',        '2026-10-25', 2],
  ['Europe/London',     '1969-12-31T23:30Z',        '1970-01-01', 0],
])('Z1 in %s, %s is %s, hour %d', (zone, at, date, hour) => {
  expect([dateOf(Date.parse(at), zone), hourOf(Date.parse(at), zone)]).toEqual([date, hour])
})

test('Z1 a date begins with its day, and a moment is on the date of its day', () => {
  holds((at, zone) => {
    expect(startOfDate(dateOf(at, zone), zone)).toBe(startOfDay(at, zone))
  })
})
