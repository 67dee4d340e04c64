import { expect, test } from 'vitest'
import type { Segment } from '#core/timer/segments.ts'
import { MINUTE_MS } from '#core/units.ts'
import type { Dimension } from './dimensions.ts'
import type { Piece } from './periods.ts'
import type { Rounding } from './rounding.ts'
import { assemble, calendarKey, createSum, cut, type Key, stepFor } from './summary.ts'

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
])('U1 a report by %j, rounded by %j, is cut at each %s', (dimensions, rounding, step) => {
  expect(stepFor(dimensions, rounding)).toBe(step)
})

// prettier-ignore
test.each<[Dimension, { date: string; hour?: number }, string | undefined]>([
  ['day',     { date: '2026-03-04' },           '2026-03-04'],
  ['week',    { date: '2026-03-02' },           '2026-03-02'],
  ['week',    { date: '2026-03-08' },           '2026-03-02'],
  ['week',    { date: '2026-01-01' },           '2025-12-29'],
  ['month',   { date: '2026-03-31' },           '2026-03-01'],
  ['weekday', { date: '2026-03-02' },           '1'],
  ['weekday', { date: '2026-03-08' },           '7'],
  ['hour',    { date: '2026-03-02', hour: 9 },  '09'],
  ['hour',    { date: '2026-03-02', hour: 23 }, '23'],
  ['hour',    { date: '2026-03-02' },           '00'],
  ['project', { date: '2026-03-02' },           undefined],
])('U1 by %s, %j counts under %s', (dimension, at, key) => {
  expect(calendarKey(dimension, at)).toBe(key)
})

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04']
/** Days of a hundred minutes. */
const PIECES = DAYS.map((date, place) => ({
  date,
  place,
  from: place * 100 * MINUTE_MS,
  to: (place + 1) * 100 * MINUTE_MS,
}))

interface Entry {
  project?: string | null
  tags?: string[]
  minutes: [start: number, end: number][]
}

function keysOf({ project = null, tags = [] }: Entry, dimension: Dimension, piece: Piece): Key[] {
  if (dimension === 'tag') return tags.length === 0 ? [null] : tags
  return [calendarKey(dimension, piece) ?? project]
}

const spanning = (entry: Entry, dimensions: readonly Dimension[]) => ({
  stretches: entry.minutes.map(([start, end]): Segment => [start * MINUTE_MS, end * MINUTE_MS]),
  keysIn: (piece: Piece) => dimensions.map((dimension) => keysOf(entry, dimension, piece)),
})

const QUARTERS: Rounding = { direction: 'up', minutes: 15, per: 'entry' }
const LONG: Entry = { project: 'p', tags: ['a', 'b'], minutes: [[90, 95], [98, 107], [201, 221]] } // prettier-ignore

// prettier-ignore
const CUTS: [why: string, Entry, Dimension[], Rounding | null, cells: [keys: Key[], place: number, minutes: number, entries: number][]][] = [
  ['by nothing',                   LONG, [],                 null,     [[[], 0, 7, 1], [[], 1, 7, 0], [[], 2, 20, 0]]],
  ['once on a line',               LONG, ['project'],        null,     [[['p'], 0, 7, 1], [['p'], 1, 7, 0], [['p'], 2, 20, 0]]],
  ['once on each line of its own', LONG, ['project', 'day'], null,     [[['p', DAYS[0]!], 0, 7, 1], [['p', DAYS[1]!], 1, 7, 1], [['p', DAYS[2]!], 2, 20, 1]]],
  ['each of its parts',            LONG, ['project'],        QUARTERS, [[['p'], 0, 15, 1], [['p'], 1, 0, 0], [['p'], 2, 30, 0]]],
  ['under each tag',               { ...LONG, minutes: [[1, 2]] }, ['tag', 'project'], null, [[['a', 'p'], 0, 1, 1], [['b', 'p'], 0, 1, 1]]],
  ['only where it reaches',        { minutes: [[150, 160]] }, ['project'], QUARTERS, [[[null], 1, 15, 1]]],
]

test.each(CUTS)('U3 an entry over several days is cut: %s', (_why, entry, dimensions, rounding, cells) => {
  expect([...cut(spanning(entry, dimensions), PIECES, rounding)]).toEqual(
    cells.map(([keys, place, minutes, entries]) => ({ keys, place, milliseconds: minutes * MINUTE_MS, entries })),
  )
})

type Shown = [key: Key, minutes: number, entries: number, lines?: Shown[]]

function reportOf(entries: Entry[], dimensions: Dimension[], rounding: Rounding | null) {
  const levels = [...dimensions, null].map((_, depth) => {
    const sum = createSum(rounding)
    for (const entry of entries)
      for (const cell of cut(spanning(entry, dimensions.slice(0, depth)), PIECES, rounding)) sum.add(cell)
    return sum.rows()
  })
  return assemble(levels, dimensions)
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
const REPORTS: [why: string, Entry[], Dimension[], Rounding | null, whole: [minutes: number, entries: number], lines: Shown[]][] = [
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
  const inMinutes = ({ key, milliseconds, entries, lines = [] }: Line): Shown =>
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
