import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { periodOf, splitIntoBuckets } from './buckets.ts'
import { addWeekdayHour, splitIntoWeekdayHours, emptyRhythm } from './rhythm.ts'

/** The hours with work in them: weekday from 1, hour, minutes. */
function hoursOf(zone: string, ...segments: [start: string, end: string][]) {
  const rhythm = emptyRhythm()
  const days = splitIntoBuckets(periodOf('2026-03-01', '2026-10-31', zone), 'day', zone)
  for (const [start, end] of segments)
    for (const weekdayHour of splitIntoWeekdayHours([Date.parse(start), Date.parse(end)], days, zone))
      addWeekdayHour(rhythm, weekdayHour)
  expect(rhythm.map((hours) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  return rhythm.flatMap((hours, day) =>
    hours.flatMap((time, hour) => (time === 0 ? [] : [[day + 1, hour, time / MINUTE_MS]])),
  )
}

// prettier-ignore
test.each<[why: string, zone: string, segments: [string, string][], hours: number[][]]>([
  ['nothing',                         'UTC',            [],                                                                                     []],
  ['two segments of an hour',        'UTC',            [['2026-03-02T09:05Z', '2026-03-02T09:10Z'], ['2026-03-09T09:50Z', '2026-03-09T10:05Z']], [[1, 9, 15], [1, 10, 5]]],
  ['over a midnight and a weekend',   'UTC',            [['2026-03-08T23:50Z', '2026-03-09T00:20Z']],                                           [[1, 0, 20], [7, 23, 10]]],
  ['by clocks of quarters',           'Asia/Kathmandu', [['2026-03-02T09:05Z', '2026-03-02T09:20Z']],                                           [[1, 14, 10], [1, 15, 5]]],
  ['an hour that is there twice',     'Europe/Madrid',  [['2026-10-25T00:00Z', '2026-10-25T02:00Z']],                                           [[7, 2, 120]]],
  ['an hour that is left out',        'Europe/Madrid',  [['2026-03-29T00:30Z', '2026-03-29T01:30Z']],                                           [[7, 1, 30], [7, 3, 30]]],
])('U4 the rhythm holds all work by local weekday and hour: %s', (_why, zone, segments, hours) => {
  expect(hoursOf(zone, ...segments)).toEqual(hours)
})
