import { expect, test } from 'vitest'
import type { Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { BucketSlice } from './buckets.ts'
import { calendarKey, type CalendarDimension, type Dimension, isCalendarDimension } from './dimensions.ts'
import type { Rounding } from './rounding.ts'
import { assembleSummary, createLineTotals, type Key, splitEntry, stepFor } from './summary.ts'

const BY_DAY: Rounding = { direction: 'up', minutes: 1, per: 'day' }
const BY_ENTRY: Rounding = { ...BY_DAY, per: 'entry' }

// prettier-ignore
test.each<[Dimension[], Rounding | null, ReturnType<typeof stepFor>]>([
  [[],                   null,     undefined],
  [['project', 'tag'],   null,     undefined],
  [['project', 'tag'],   BY_ENTRY, undefined],
  [['project'],          BY_DAY,   'day'],
  [['day'],              null,     'day'],
  [['week', 'client'],   null,     'week'],
  [['task', 'month'],    null,     'month'],
  [['month', 'month'],   null,     'month'],
  [['month'],            BY_ENTRY, 'month'],
  [['month'],            BY_DAY,   'day'],
  [['week', 'month'],    null,     'day'],
  [['weekday'],          null,     'day'],
  [['project', 'hour'],  null,     'day'],
])('U1 a report by %j, rounded by %j, is cut into buckets of one %s', (dimensions, rounding, step) => {
  expect(stepFor(dimensions, rounding)).toBe(step)
})

// prettier-ignore
test.each<[CalendarDimension, { date: string; hour?: number; weekStart?: number }, string]>([
  ['day',     { date: '2026-03-04' },           '2026-03-04'],
  ['week',    { date: '2026-03-02' },           '2026-03-02'],
  ['week',    { date: '2026-03-08' },           '2026-03-02'],
  ['week',    { date: '2026-01-01' },           '2025-12-29'],
  ['week',    { date: '2026-03-07', weekStart: 7 }, '2026-03-01'],
  ['week',    { date: '2026-03-08', weekStart: 7 }, '2026-03-08'],
  ['week',    { date: '2026-03-06', weekStart: 6 }, '2026-02-28'],
  ['month',   { date: '2026-03-31' },           '2026-03-01'],
  ['weekday', { date: '2026-03-02' },           '1'],
  ['weekday', { date: '2026-03-08' },           '7'],
  ['hour',    { date: '2026-03-02', hour: 9 },  '09'],
  ['hour',    { date: '2026-03-02', hour: 23 }, '23'],
  ['hour',    { date: '2026-03-02' },           '00'],
])('U1 by %s, %j counts under the key %s', (dimension, at, key) => {
  expect(calendarKey(dimension, at)).toBe(key)
})

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04']
/** Days of a hundred minutes. */
const SLICES = DAYS.map((date, bucketIndex) => ({
  date,
  bucketIndex,
  from: bucketIndex * 100 * MINUTE_MS,
  to: (bucketIndex + 1) * 100 * MINUTE_MS,
}))

interface Entry {
  project?: string | null
  tags?: string[]
  minutes: [start: number, end: number][]
}

function keysOf({ project = null, tags = [] }: Entry, dimension: Dimension, slice: BucketSlice): Key[] {
  if (dimension === 'tag') return tags.length === 0 ? [null] : tags
  return [isCalendarDimension(dimension) ? calendarKey(dimension, slice) : project]
}

const splittable = (entry: Entry, dimensions: readonly Dimension[]) => ({
  segments: entry.minutes.map(([start, end]): Segment => [start * MINUTE_MS, end * MINUTE_MS]),
  keysIn: (slice: BucketSlice) => dimensions.map((dimension) => keysOf(entry, dimension, slice)),
})

const QUARTERS: Rounding = { direction: 'up', minutes: 15, per: 'entry' }
const LONG: Entry = { project: 'p', tags: ['a', 'b'], minutes: [[90, 95], [98, 107], [201, 221]] } // prettier-ignore

// prettier-ignore
const SPLITS: [why: string, Entry, Dimension[], Rounding | null, contributions: [keys: Key[], bucketIndex: number, minutes: number, entries: number][]][] = [
  ['by nothing',                   LONG, [],                 null,     [[[], 0, 7, 1], [[], 1, 7, 0], [[], 2, 20, 0]]],
  ['once on a line',               LONG, ['project'],        null,     [[['p'], 0, 7, 1], [['p'], 1, 7, 0], [['p'], 2, 20, 0]]],
  ['once on each line of its own', LONG, ['project', 'day'], null,     [[['p', DAYS[0]!], 0, 7, 1], [['p', DAYS[1]!], 1, 7, 1], [['p', DAYS[2]!], 2, 20, 1]]],
  ['each of its parts',            LONG, ['project'],        QUARTERS, [[['p'], 0, 15, 1], [['p'], 1, 0, 0], [['p'], 2, 30, 0]]],
  ['under each tag',               { ...LONG, minutes: [[1, 2]] }, ['tag', 'project'], null, [[['a', 'p'], 0, 1, 1], [['b', 'p'], 0, 1, 1]]],
  ['only where it reaches',        { minutes: [[150, 160]] }, ['project'], QUARTERS, [[[null], 1, 15, 1]]],
]

test.each(SPLITS)('U3 an entry over several days is split: %s', (_why, entry, dimensions, rounding, contributions) => {
  expect([...splitEntry(splittable(entry, dimensions), SLICES, rounding)]).toEqual(
    contributions.map(([keys, bucketIndex, minutes, entries]) => ({
      keys,
      bucketIndex,
      milliseconds: minutes * MINUTE_MS,
      entries,
    })),
  )
})

type ShortLine = [key: Key, minutes: number, entries: number, lines?: ShortLine[]]

function reportOf(entries: Entry[], dimensions: Dimension[], rounding: Rounding | null) {
  const levels = [...dimensions, null].map((_, depth) => {
    const sum = createLineTotals(rounding)
    for (const entry of entries)
      for (const contribution of splitEntry(splittable(entry, dimensions.slice(0, depth)), SLICES, rounding))
        sum.add(contribution)
    return sum.rows()
  })
  return assembleSummary(levels, dimensions)
}

const TWO: Entry[] = [
  { project: 'x', tags: ['a', 'b'], minutes: [[0, 10]] },
  { project: 'y', tags: ['a'], minutes: [[20, 50]] },
  { minutes: [[60, 65]] },
  { project: 'x', minutes: [[98, 108]] },
]
const TWINS: Entry[] = ['n', 'm', null, 'o'].map((project) => ({ project, minutes: [[0, 5]] }))
const DAYS_UP: Rounding = { ...QUARTERS, per: 'day' }

// prettier-ignore
const REPORTS: [why: string, Entry[], Dimension[], Rounding | null, whole: [minutes: number, entries: number], lines: ShortLine[]][] = [
  ['nothing',                        [],    ['project'],            null,     [0, 0],  []],
  ['nothing, by both',               [],    ['project', 'tag'],     null,     [0, 0],  []],
  ['the longest first, unnamed too', TWO,   ['project'],            null,     [55, 4], [['y', 30, 1], ['x', 20, 2], [null, 5, 1]]],
  ['as long: by name, unnamed last', TWINS, ['project'],            null,     [20, 4], [['m', 5, 1], ['n', 5, 1], ['o', 5, 1], [null, 5, 1]]],
  ['the calendar in its order',      TWO,   ['day'],                null,     [55, 4], [[DAYS[0]!, 47, 4], [DAYS[1]!, 8, 1]]],
  ['one and then another',           TWO,   ['project', 'day'],     null,     [55, 4], [
    ['y', 30, 1, [[DAYS[0]!, 30, 1]]], ['x', 20, 2, [[DAYS[0]!, 12, 2], [DAYS[1]!, 8, 1]]], [null, 5, 1, [[DAYS[0]!, 5, 1]]]]],
  ['under each tag, once in all',    TWO,   ['tag'],                null,     [55, 4], [['a', 40, 2], [null, 15, 2], ['b', 10, 1]]],
  ['tags below, once in their line', TWO,   ['project', 'tag'],     null,     [55, 4], [
    ['y', 30, 1, [['a', 30, 1]]], ['x', 20, 2, [['a', 10, 1], ['b', 10, 1], [null, 10, 1]]], [null, 5, 1, [[null, 5, 1]]]]],
  ['a later and longer day',         [...TWO, { minutes: [[110, 190]] }], ['day'], null, [135, 5], [[DAYS[0]!, 47, 4], [DAYS[1]!, 88, 2]]],
  ['lines are rounded, not their sum', TWINS, ['project'],          DAYS_UP,  [60, 4], [['m', 15, 1], ['n', 15, 1], ['o', 15, 1], [null, 15, 1]]],
  ['each entry rounded',             TWO,   ['project'],            QUARTERS, [75, 4], [['x', 30, 2], ['y', 30, 1], [null, 15, 1]]],
  ['each day of a line rounded',     TWO,   ['project'],            DAYS_UP,  [75, 4], [['x', 30, 2], ['y', 30, 1], [null, 15, 1]]],
  ['lines are their rounded sum',    TWO,   ['day', 'project'],     DAYS_UP,  [75, 4], [
    [DAYS[0]!, 60, 4, [['y', 30, 1], ['x', 15, 2], [null, 15, 1]]], [DAYS[1]!, 15, 1, [['x', 15, 1]]]]],
  ['tags of a rounded line',         TWO,   ['tag', 'project'],     DAYS_UP,  [75, 4], [
    ['a', 45, 2, [['y', 30, 1], ['x', 15, 1]]], [null, 45, 2, [['x', 30, 1], [null, 15, 1]]], ['b', 15, 1, [['x', 15, 1]]]]],
]

test.each(REPORTS)('U1 U4 a report adds up: %s', (_why, entries, dimensions, rounding, whole, lines) => {
  const { milliseconds, entries: count, lines: shown } = reportOf(entries, dimensions, rounding)
  const inMinutes = ({ key, milliseconds, entries, lines = [] }: Line): ShortLine =>
    lines.length === 0
      ? [key, milliseconds / MINUTE_MS, entries]
      : [key, milliseconds / MINUTE_MS, entries, lines.map(inMinutes)]
  expect([milliseconds / MINUTE_MS, count]).toEqual(whole)
  expect(shown.map(inMinutes)).toEqual(lines)
})

interface Line {
  key: Key
  milliseconds: number
  entries: number
  lines?: Line[]
}
