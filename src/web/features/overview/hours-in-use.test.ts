import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { hoursInUse } from './hours-in-use.ts'

const MIDNIGHT = Date.parse('2026-03-01T23:00:00Z')

// prettier-ignore
test.each<[what: string, hours: number, times: number[], shown: [number, number]]>([
  ['a day without work',             24, [],             [7, 19]],
  ['work of a usual day',            24, [9, 17.5],      [7, 19]],
  ['early work',                     24, [5.5, 9],       [5, 19]],
  ['late work',                      24, [9, 21.3],      [7, 22]],
  ['work around midnight',           24, [0, 24],        [0, 24]],
  ['a time of another day',          24, [-3, 30],       [0, 24]],
  ['a day of 23 hours',              23, [9, 23],        [7, 23]],
])('V8 %s', (_what, hours, times, shown) => {
  const at = (hour: number) => MIDNIGHT + hour * HOUR_MS
  expect(hoursInUse([MIDNIGHT, at(hours)], times.map(at)).map((time) => (time - MIDNIGHT) / HOUR_MS)).toEqual(shown)
})
