import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/units.ts'
import { periodOf, placesOf } from './periods.ts'
import { addBeat, beatsOf, noRhythm } from './rhythm.ts'

/** The hours with anything in them: weekday from 1, hour, minutes. */
function hoursOf(zone: string, ...stretches: [start: string, end: string][]) {
  const rhythm = noRhythm()
  const days = placesOf(periodOf('2026-03-01', '2026-10-31', zone), 'day', zone)
  for (const [start, end] of stretches)
    for (const beat of beatsOf([Date.parse(start), Date.parse(end)], days, zone)) addBeat(rhythm, beat)
  expect(rhythm.map((hours) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  return rhythm.flatMap((hours, day) =>
    hours.flatMap((time, hour) => (time === 0 ? [] : [[day + 1, hour, time / MINUTE_MS]])),
  )
}

// prettier-ignore
test.each<[why: string, zone: string, stretches: [string, string][], hours: number[][]]>([
  ['nothing',                         'UTC',            [],                                                                                     []],
  ['two stretches of an hour',        'UTC',            [['2026-03-02T09:05Z', '2026-03-02T09:10Z'], ['2026-03-09T09:50Z', '2026-03-09T10:05Z']], [[1, 9, 15], [1, 10, 5]]],
  ['over a midnight and a weekend',   'UTC',            [['2026-03-08T23:50Z', '2026-03-09T00:20Z']],                                           [[1, 0, 20], [7, 23, 10]]],
  ['by clocks of quarters',           'Asia/Kathmandu', [['2026-03-02T09:05Z', '2026-03-02T09:20Z']],                                           [[1, 14, 10], [1, 15, 5]]],
  ['an hour that is there twice',     'Europe/Madrid',  [['2026-10-25T00:00Z', '2026-10-25T02:00Z']],                                           [[7, 2, 120]]],
  ['an hour that is left out',        'Europe/Madrid',  [['2026-03-29T00:30Z', '2026-03-29T01:30Z']],                                           [[7, 1, 30], [7, 3, 30]]],
])('U4 the hours of the week have all that was worked, by their clocks: %s', (_why, zone, stretches, hours) => {
  expect(hoursOf(zone, ...stretches)).toEqual(hours)
})
