import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { periodOf, splitIntoBuckets } from './buckets.ts'
import type { Dimension } from './dimensions.ts'
import { additiveDimensions, createEntryRounder } from './round-entries.ts'
import type { Rounding } from './rounding.ts'

// prettier-ignore
test.each<[Dimension[], Dimension[]]>([
  [['project'],         ['project']],
  [['project', 'task'], ['project', 'task']],
  [['project', 'tag'],  ['project']],
  [['tag'],             []],
  [[],                  []],
  [['tag', 'project'],  []],
])('the total of a report by %j is the sum by %j', (dimensions, expected) => {
  expect(additiveDimensions(dimensions)).toEqual(expected)
})

const UP: Rounding = { direction: 'up', minutes: 15, per: 'day' }

// prettier-ignore
const CASES: [why: string, rounding: Rounding | null, by: Dimension, entries: [from: string, to: string, line: string][], minutes: number[]][] = [
  ['unrounded',                     null,                     'project', [['02T09:00', '02T09:10', 'a'], ['02T10:00', '02T10:10', 'a']], [10, 10]],
  ['each entry',                    { ...UP, per: 'entry' },  'project', [['02T09:00', '02T09:10', 'a'], ['02T10:00', '02T10:10', 'a']], [15, 15]],
  ['each entry, over midnight',     { ...UP, per: 'entry' },  'project', [['02T23:55', '03T00:10', 'a']],                                [15]],
  ['the last day too',              null,                     'project', [['05T23:00', '06T00:10', 'a']],                                [60]],
  ['a day together',                UP,                       'project', [['02T09:00', '02T09:10', 'a'], ['02T10:00', '02T10:10', 'a']], [15, 15]],
  ['a day together, and no more',   UP,                       'project', [['02T09:00', '02T09:05', 'a'], ['02T10:00', '02T10:10', 'a']], [15, 0]],
  ['two lines of a day',            UP,                       'project', [['02T09:00', '02T09:05', 'a'], ['02T10:00', '02T10:10', 'b']], [15, 15]],
  ['two days of a line',            UP,                       'project', [['02T09:00', '02T09:05', 'a'], ['03T10:00', '03T10:10', 'a']], [15, 15]],
  ['one entry in two days',         UP,                       'project', [['02T23:55', '03T00:10', 'a']],                                [30]],
  ['one entry in two hours',        UP,                       'hour',    [['02T09:55', '02T10:10', 'a']],                                [30]],
  ['only what lies in the days',    UP,                       'project', [['01T23:00', '02T00:10', 'a']],                                [15]],
]

test('an entry without time counts for nothing, however it is rounded', () => {
  const buckets = splitIntoBuckets(periodOf('2026-03-02', '2026-03-05', 'UTC'), 'day', 'UTC')
  for (const by of ['project', 'hour'] as const)
    expect(createEntryRounder({ buckets, zone: 'UTC', rounding: UP, dimensions: [by] })([], 'a')).toBe(0)
})

test.each(CASES)('rounded entries add up to the rounded report: %s', (_why, rounding, by, entries, minutes) => {
  const buckets = splitIntoBuckets(periodOf('2026-03-02', '2026-03-05', 'UTC'), 'day', 'UTC')
  const roundEntry = createEntryRounder({ buckets, zone: 'UTC', rounding, dimensions: [by] })
  const at = (time: string) => Date.parse(`2026-03-${time}:00Z`)
  expect(entries.map(([from, to, line]) => roundEntry([[at(from), at(to)]], line) / MINUTE_MS)).toEqual(minutes)
})
