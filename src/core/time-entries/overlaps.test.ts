import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findGaps, findOverlaps } from './overlaps.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'

interface Item {
  id: string
  segments: Segment[]
}

/** Times in minutes: `item('a', 0, 60, 90, 120)` has a pause from 60 to 90. */
const item = (id: string, ...minutes: number[]): Item => ({
  id,
  segments: Array.from({ length: minutes.length / 2 }, (_, index) => [
    minutes[2 * index]! * MINUTE_MS,
    minutes[2 * index + 1]! * MINUTE_MS,
  ]),
})
const segmentsOf = ({ segments }: Item) => segments
const spanOf = ({ segments }: Item): Segment => [segments[0]![0], segments.at(-1)![1]]

// prettier-ignore
test.each<[what: string, items: Item[], minutes: Record<string, [minutes: number, partners: string]>]>([
  ['no items',                    [], {}],
  ['adjacent items do not overlap', [item('a', 0, 60), item('b', 60, 90)], {}],
  ['an item in the pause of another does not overlap', [item('a', 0, 60, 120, 180), item('b', 60, 120)], {}],
  ['both items report the overlap', [item('a', 0, 60), item('b', 45, 120)], { a: [15, 'b'], b: [15, 'a'] }],
  ['in any order',                [item('b', 45, 120), item('a', 0, 60)], { a: [15, 'b'], b: [15, 'a'] }],
  ['items within another',        [item('a', 0, 240), item('b', 60, 120), item('c', 180, 210)], { a: [90, 'bc'], b: [60, 'a'], c: [30, 'a'] }],
  ['time shared by three counts once', [item('a', 0, 60), item('b', 0, 60), item('c', 30, 60)], { a: [60, 'bc'], b: [60, 'ac'], c: [30, 'ab'] }],
  ['two equal items',             [item('a', 0, 60), item('b', 0, 60)], { a: [60, 'b'], b: [60, 'a'] }],
  ['across a pause',              [item('a', 0, 30, 60, 90), item('b', 20, 70)], { a: [20, 'b'], b: [20, 'a'] }],
])('N6 overlaps: %s', (_what, items, expected) => {
  const actual = [...findOverlaps(items, segmentsOf)].map(([{ id }, { milliseconds, partners }]) => [
    id,
    [milliseconds / MINUTE_MS, partners.map((partner) => partner.id).toSorted().join('')],
  ])
  expect(Object.fromEntries(actual)).toEqual(expected)
})

test('N6 an overlap of less than a second is none', () => {
  const shared = (milliseconds: number) => {
    const items = [item('a', 0, 60), { id: 'b', segments: [[60 * MINUTE_MS - milliseconds, 90 * MINUTE_MS]] } as Item]
    return [...findOverlaps(items, segmentsOf).values()].map((overlap) => overlap.milliseconds)
  }
  expect([shared(999), shared(1_000)]).toEqual([[], [1_000, 1_000]])
})

const anyItems = fc
  .array(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
      maxLength: 3,
    }),
    { maxLength: 12 },
  ) // prettier-ignore
  .chain((lengths) => fc.tuple(fc.constant(lengths), fc.array(fc.nat(600), { minLength: 12, maxLength: 12 })))
  .map(([lengths, starts]) =>
    lengths.map((parts, index) => {
      let at = starts[index]!
      const minutes = parts.flatMap(([pause, length]) => [(at += pause), (at += length)])
      return item(String(index), ...minutes)
    }),
  )

test('N6 the overlap of an item is the time that others cover, and they list it as a partner', () => {
  const property = fc.property(anyItems, (items) => {
    const overlaps = findOverlaps(items, segmentsOf)
    for (const one of items) {
      const others = items.filter((other) => other !== one)
      const alone = subtractSegments(one.segments, others.flatMap(segmentsOf))
      expect(overlaps.get(one)?.milliseconds ?? 0).toBe(totalOf(one.segments) - totalOf(alone))
      for (const other of others)
        expect(overlaps.get(one)?.partners.includes(other) ?? false).toBe(
          totalOf(subtractSegments(one.segments, other.segments)) < totalOf(one.segments),
        )
    }
  })
  fc.assert(property, { numRuns: 200 })
})

const isBreakBetween = (before: Item, after: Item) => before.id.startsWith('run') && after.id.startsWith('run')

// prettier-ignore
test.each<[what: string, items: Item[], gaps: Record<string, [from: number, to: number]>]>([
  ['neighbours',                       [item('a', 0, 60), item('b', 60, 90)], {}],
  ['a short pause is no gap',           [item('a', 0, 60), item('b', 74.9, 90)], {}],
  ['a quarter of an hour is a gap',     [item('a', 0, 60), item('b', 75, 90)], { a: [60, 75] }],
  ['four hours',                       [item('a', 0, 60), item('b', 300, 330)], { a: [60, 300] }],
  ['more than four hours is no gap',      [item('a', 0, 60), item('b', 301, 330)], {}],
  ['a pause within an item is no gap',                [item('a', 0, 60, 90, 120)], {}],
  ['a gap begins at the last end',     [item('c', 200, 210), item('b', 30, 40), item('a', 0, 120)], { b: [120, 200] }],
  ['a break of a run is no gap',       [item('run 1', 0, 25), item('run 2', 50, 75), item('a', 95, 120)], { 'run 2': [75, 95] }],
  ['a break after other work is no gap', [item('run 1', 0, 25), item('a', 5, 20), item('run 2', 50, 75)], {}],
  ['after a break with other work',    [item('run 1', 0, 25), item('a', 45, 50), item('run 2', 70, 95)], { 'run 1': [25, 45], a: [50, 70] }],
])('N6 gaps: %s', (_what, items, expected) => {
  const actual = [...findGaps(items, spanOf, isBreakBetween)].map(([{ id }, gap]) => [id, gap.map((at) => at / MINUTE_MS)])
  expect(Object.fromEntries(actual)).toEqual(expected)
})

test('N6 in a gap nothing was tracked, and it lasts from an end to the next start', () => {
  const property = fc.property(anyItems, (items) => {
    for (const [one, gap] of findGaps(items, spanOf, isBreakBetween)) {
      expect(gap[0]).toBeGreaterThanOrEqual(spanOf(one)[1])
      expect(subtractSegments([gap], items.map(spanOf))).toEqual([gap])
      expect(items.some((other) => spanOf(other)[1] === gap[0])).toBe(true)
      expect(items.some((other) => spanOf(other)[0] === gap[1])).toBe(true)
    }
  })
  fc.assert(property, { numRuns: 200 })
})
