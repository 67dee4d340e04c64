import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { toDay } from './past-day.ts'

const MIDNIGHT = Date.parse('2026-03-01T23:00:00Z')
const at = (hour: number) => new Date(MIDNIGHT + hour * HOUR_MS).toISOString()
const entry = (...hours: [start: number, end: number][]) =>
  ({
    project: 'p',
    segments: hours.map(([start, end]) => ({ start: at(start), end: at(end) })),
  }) as unknown as TimeEntry

// prettier-ignore
test.each<[what: string, entries: TimeEntry[], segments: [number, number][], hours: number]>([
  ['no entries',              [],                                    [],                         0],
  ['pauses',                  [entry([9, 10], [11, 12])],            [[9, 10], [11, 12]],        2],
  ['the earliest first',      [entry([14, 15]), entry([9, 10])],     [[9, 10], [14, 15]],        2],
  ['only time of the day',    [entry([23, 26]), entry([-2, 1])],     [[0, 1], [23, 24]],         2],
  ['pauses across midnight',  [entry([-2, -1], [0, 1])],             [[0, 1]],                   1],
])('V8 a day with %s', (_what, entries, segments, hours) => {
  const day = toDay('2026-03-02', [MIDNIGHT, MIDNIGHT + 24 * HOUR_MS], entries)
  expect(day.segments.map(({ start, end }) => [start, end])).toEqual(segments.map(([start, end]) => [at(start), at(end)]))
  expect([day.milliseconds / HOUR_MS, day.entryCount]).toEqual([hours, entries.length])
})
