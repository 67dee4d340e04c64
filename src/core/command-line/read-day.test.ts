import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DateOrder } from '#core/formats.ts'
import { readDay, readPeriod } from './read-day.ts'

const TODAY = '2026-11-19'

// prettier-ignore
test.each<[string, DateOrder, string | undefined]>([
  ['today',      'dmy', '2026-11-19'],
  ['Yesterday',  'dmy', '2026-11-18'],
  ['ayer',       'dmy', '2026-11-18'],
  ['hoy',        'dmy', '2026-11-19'],
  ['dün',        'dmy', '2026-11-18'],
  ['bugün',      'dmy', '2026-11-19'],
  ['2026-2-3',   'dmy', '2026-02-03'],
  ['19/11',      'dmy', '2026-11-19'],
  ['20/11',      'dmy', '2025-11-20'],
  ['3.2.',       'dmy', '2026-02-03'],
  ['3-2-2025',   'dmy', '2025-02-03'],
  ['11/19',      'mdy', '2026-11-19'],
  ['11-19',      'ymd', '2026-11-19'],
  ['29/2',       'dmy', '2024-02-29'],
  ['31/2',       'dmy', undefined],
  ['2026-02-29', 'dmy', undefined],
  ['2026-13-01', 'dmy', undefined],
  ['1999-01-01', 'dmy', undefined],
  ['2100-01-01', 'dmy', undefined],
  ['tomorrow',   'dmy', undefined],
  ['',           'dmy', undefined],
])('P21 the day %j in the order %s is %s', (text, dateOrder, day) => {
  expect(readDay(text, { today: TODAY, dateOrder })).toBe(day)
})

// prettier-ignore
test.each<[string, string | undefined, string?]>([
  ['today',      '2026-11-19', '2026-11-19'],
  ['yesterday',  '2026-11-18', '2026-11-18'],
  ['week',       '2026-11-16', '2026-11-22'],
  ['last-week',  '2026-11-09', '2026-11-15'],
  ['Month',      '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['year',       '2026-01-01', '2026-12-31'],
  ['last-year',  '2025-01-01', '2025-12-31'],
  ['2026',       '2026-01-01', '2026-12-31'],
  ['2024-02',    '2024-02-01', '2024-02-29'],
  ['2026-11-03', '2026-11-03', '2026-11-03'],
  ['1/11..15/11', '2026-11-01', '2026-11-15'],
  ['2026-11-15..2026-11-01', undefined],
  ['a..b',       undefined],
  ['1/11..2/11..3/11', undefined],
  ['2026-13',    undefined],
  ['constructor', undefined],
])('P21 the period %j is %s to %s', (text, from, to) => {
  const period = readPeriod(text, { today: TODAY, dateOrder: 'dmy', weekStart: 1 })
  expect(period).toEqual(from === undefined ? undefined : { from, to })
})

test('P21 any text is a day of this century or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,4}[./-]\d{1,2}([./-]\d{1,4})?$/)), (text) => {
      const day = readDay(text, { today: TODAY, dateOrder: 'dmy' })
      if (day !== undefined) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    }),
  )
})
