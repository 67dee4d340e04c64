import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { readDay } from './dates.ts'
import { createLocalTimeResolver } from './work-times/local-time.ts'
import { readDurationCell, readDateTime, readTimeOfDay } from './times.ts'

const dateOf = (day: number | undefined) => day && new Date(day * DAY_MS).toISOString().slice(0, 10)
const clockOf = (time: number | undefined) => time && new Date(time).toISOString().slice(11)

// prettier-ignore
test.each([
  ['2026-03-04',           'day-first',   '2026-03-04'],
  ['2026/3/4',             'day-first',   '2026-03-04'],
  ['20260304',             'day-first',   '2026-03-04'],
  ['03/04/2026',           'day-first',   '2026-04-03'],
  ['03/04/2026',           'month-first', '2026-03-04'],
  ['3.4.26',               'day-first',   '2026-04-03'],
  ['31-12-2026',           'day-first',   '2026-12-31'],
  ['31 Aug 2026',          'month-first', '2026-08-31'],
  ['Aug 31, 2026',         'day-first',   '2026-08-31'],
  ['31-Aug-26',            'day-first',   '2026-08-31'],
  ['31 de agosto de 2026', 'day-first',   '2026-08-31'],
  ['1 março 2026',         'day-first',   '2026-03-01'],
  ['1. Dezember 2026',     'day-first',   '2026-12-01'],
  ['14 août 2026',         'day-first',   '2026-08-14'],
  ['3 juin 2026',          'day-first',   '2026-06-03'],
  ['3 juillet 2026',       'day-first',   '2026-07-03'],
  ['4 Ağustos 2026',       'day-first',   '2026-08-04'],
  ['2026 Aug 31',          'month-first', '2026-08-31'],
  ['31/12/1000',           'day-first',   '1000-12-31'],
  ['31/12/999',            'day-first',   undefined],
  ['31 Dec 9999',          'day-first',   '9999-12-31'],
  ['1 Jan 10000',          'day-first',   undefined],
  ['x31/12/2026',          'day-first',   undefined],
  ['31/12/2026x',          'day-first',   undefined],
  ['120260304',            'day-first',   undefined],
  ['202603041',            'day-first',   undefined],
  ['Aug 31',               'day-first',   undefined],
  ['31 Aug 2026 5',        'day-first',   undefined],
  ['August Monday 31 2026', 'day-first',  undefined],
  ['366 Aug 2026',         'day-first',   undefined],
  ['2026-02-29',           'day-first',   undefined],
  ['31/04/2026',           'day-first',   undefined],
  ['13/13/2026',           'month-first', undefined],
  ['yesterday',            'day-first',   undefined],
] as const)('M3 the date %s, %s, is %s', (text, order, date) => {
  expect(dateOf(readDay(text, order))).toBe(date)
})

test.each(['en', 'es', 'pt', 'de', 'fr', 'tr'])(
  'M3 the long and short month names of %s are recognized',
  (language) => {
    for (const style of ['long', 'short'] as const)
      for (let month = 0; month < 12; month++) {
        const day = Date.UTC(2026, month, 5) / DAY_MS
        const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(day * DAY_MS)
        expect(readDay(`5 ${name} 2026`, 'day-first'), name).toBe(day)
      }
  },
)

// prettier-ignore
test.each([
  ['15:00',         '15:00:00.000Z'],
  ['09:05:07',      '09:05:07.000Z'],
  ['9:05:07.25',    '09:05:07.250Z'],
  ['10:23:52 AM',   '10:23:52.000Z'],
  ['10:23 pm',      '22:23:00.000Z'],
  ['12:20:00 AM',   '00:20:00.000Z'],
  ['12:20 PM',      '12:20:00.000Z'],
  ['3:15 p. m.',    '15:15:00.000Z'],
  ['3:15\u202Fa.\u00A0m.', '03:15:00.000Z'],
  ['ÖS 3:15',       '15:15:00.000Z'],
  ['03:15 ÖÖ',      '03:15:00.000Z'],
  ['15h30',         '15:30:00.000Z'],
  ['15.30',         '15:30:00.000Z'],
  ['24:00',         '00:00:00.000Z'],
  ['25:00',         undefined],
  ['10:60',         undefined],
  ['10:00:60',      undefined],
  ['00:15 PM',      undefined],
  ['13:00 PM',      undefined],
  ['noon',          undefined],
])('M4 the time %s is %s', (text, clock) => {
  expect(clockOf(readTimeOfDay(text))).toBe(clock)
})

// prettier-ignore
test.each([
  ['2026-03-04T10:00:00+01:00', { at: Date.UTC(2026, 2, 4, 9) }],
  ['2026-03-04T10:00:00Z',      { at: Date.UTC(2026, 2, 4, 10) }],
  ['2026-03-04 10:00:00+0100',  { at: Date.UTC(2026, 2, 4, 9) }],
  ['1772618400',                { at: Date.UTC(2026, 2, 4, 10) }],
  ['1772618400000',             { at: Date.UTC(2026, 2, 4, 10) }],
  ['2026-03-04 10:00:00',       { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['2026-03-04T10:00',          { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['04/03/2026, 10:00 AM',      { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['Mar 4, 2026 10:00 a.\u00A0m.', { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['04.03.26',                  { day: Date.UTC(2026, 2, 4) / DAY_MS }],
  ['10:00',                     { time: 36_000_000 }],
  ['10.00.05,5',                { time: 36_005_500 }],
  ['2026-03-04\u202F10:00',     { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['2026-03-04 , 10:00',        { day: Date.UTC(2026, 2, 4) / DAY_MS, time: 36_000_000 }],
  ['2026-03-04 10:00:00,5 +01:00', { at: Date.UTC(2026, 2, 4, 9, 0, 0, 500) }],
  ['2026-13-04T10:00:00Z',      undefined],
  ['2026-03-04 10:99',          undefined],
  ['17726184001',               undefined],
  ['x2026-03-04T10:00:00Z',     undefined],
  ['2026-03-04T10:00:00Zx',     undefined],
  ['soon',                      undefined],
])('M4 the moment %s', (text, stamp) => {
  expect(readDateTime(text, 'day-first')).toEqual(stamp)
})

// prettier-ignore
test.each([
  ['01:00:01',     'hours',   3_601],
  ['0:47:06',      'hours',   2_826],
  ['125:00:00',    'hours',   450_000],
  ['3:00',         'hours',   10_800],
  ['18:25 min',    'hours',   1_105],
  ['02:00:00 AM',  'hours',   7_200],
  ['12:20:00 AM',  'hours',   1_200],
  ['2:00:00 a. m.', 'hours',  7_200],
  ['1.5',          'hours',   5_400],
  ['1,50',         'hours',   5_400],
  ['20,0',         'hours',   72_000],
  ['1.234.567,5',  'hours',   4_444_443_000],
  ['12:05:07',     'hours',   43_507],
  ['18:25min',     'hours',   1_105],
  ['x1:30',        'hours',   undefined],
  ['2',            'hours',   7_200],
  ['1.000,5',      'hours',   3_601_800],
  ['1,234,567',    'seconds', 1_234_567],
  ['4.265',        'seconds', 4.265],
  ['1,080',        'seconds', undefined],
  ['1.080',        'minutes', undefined],
  ['1,080',        'minutes', undefined],
  ['0.125',        'minutes', 7.5],
  ['1.250',        'hours',   4_500],
  ['1500',         'milliseconds', 1.5],
  ['25',           undefined, undefined],
  ['PT1H30M',      undefined, 5_400],
  ['PT45M0.5S',    'hours',   2_700.5],
  ['PT',           'hours',   undefined],
  ['0:25',         undefined, 1_500],
  ['5400',         'seconds', 5_400],
  ['90',           'minutes', 5_400],
  ['90m',          'hours',   5_400],
  ['1.5 h',        'hours',   5_400],
  ['1h 30min',     'hours',   5_400],
  ['-1:30',        'hours',   -5_400],
  ['1.50000000000000000001', 'hours', 5_400],
  ['long',         'hours',   undefined],
] as const)('M5 the duration %s in %s is %s s', (text, unit, seconds) => {
  expect(readDurationCell(text, unit)).toBe(seconds === undefined ? undefined : seconds * 1_000)
})

// prettier-ignore
test.each([
  ['an ordinary day',        'Europe/Madrid', '2026-06-01T10:00Z', ['2026-06-01T08:00:00.000Z'],                             false],
  ['an hour shown twice',    'Europe/Madrid', '2026-10-25T02:30Z', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'], false],
  ['an hour that was skipped', 'Europe/Madrid', '2026-03-29T02:30Z', ['2026-03-29T01:30:00.000Z'],                           true],
  ['the day of a change',    'Europe/Madrid', '2026-03-29T12:00Z', ['2026-03-29T10:00:00.000Z'],                             false],
  ['half an hour',           'Asia/Kolkata',  '2026-06-01T10:00Z', ['2026-06-01T04:30:00.000Z'],                             false],
])('M6 clocks on %s in %s', (_, zone, shown, moments, isSkipped) => {
  const found = createLocalTimeResolver(zone)(Date.parse(shown))
  expect(found.instants.map((at) => new Date(at).toISOString())).toEqual(moments)
  expect(found.isSkipped).toBe(isSkipped)
})
