import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSegmentUnion, joinAdjacentSegments, type Segment, subtractSegments, totalOf } from './segments.ts'

// prettier-ignore
test.each<[Segment[], Segment[], Segment[]]>([
  [[[0, 10]],          [],                 [[0, 10]]],
  [[[0, 10]],          [[3, 5]],           [[0, 3], [5, 10]]],
  [[[0, 10]],          [[-5, 3]],          [[3, 10]]],
  [[[0, 10]],          [[8, 20]],          [[0, 8]]],
  [[[0, 10]],          [[-1, 11]],         []],
  [[[0, 10]],          [[10, 20]],         [[0, 10]]],
  [[[0, 10], [20, 30]], [[5, 25]],         [[0, 5], [25, 30]]],
  [[[0, 10]],          [[6, 8], [1, 7], [2, 3]], [[0, 1], [8, 10]]],
])('%j without %j is %j', (segments, taken, left) => {
  expect(subtractSegments(segments, taken)).toEqual(left)
})

// prettier-ignore
test.each<[Segment[], Segment[]]>([
  [[],                          []],
  [[[0, 1], [2, 3]],            [[0, 1], [2, 3]]],
  [[[0, 1], [1, 3], [3, 4]],    [[0, 4]]],
])('%j joined is %j', (segments, whole) => {
  expect(joinAdjacentSegments(segments)).toEqual(whole)
})

// prettier-ignore
test.each<[Segment[], Segment[], Segment[]]>([
  [[],                [],                 []],
  [[],                [[3, 5], [0, 2]],   [[0, 2], [3, 5]]],
  [[[0, 2]],          [[2, 3]],           [[0, 3]]],
  [[[2, 3]],          [[0, 2]],           [[0, 3]]],
  [[[0, 9]],          [[2, 3]],           [[0, 9]]],
  [[[0, 2], [5, 7]],  [[1, 6]],           [[0, 7]]],
  [[[0, 2], [5, 7]],  [[3, 4]],           [[0, 2], [3, 4], [5, 7]]],
  [[[0, 2], [5, 7]],  [[8, 9]],           [[0, 2], [5, 7], [8, 9]]],
  [[[0, 2], [5, 7], [9, 10]],  [[2, 9]],  [[0, 10]]],
])('%j and %j are %j', (segments, more, all) => {
  const union = createSegmentUnion(segments)
  union.add(more)
  expect(union.parts).toEqual(all)
})

const anySegment = fc
  .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
  .map(([from, length]): Segment => [from, from + length])

test('a union leaves of other segments what its segments leave', () => {
  const property = fc.property(fc.array(anySegment), fc.array(anySegment), (segments, others) => {
    expect(createSegmentUnion(segments).subtractFrom(others)).toEqual(subtractSegments(others, segments))
  })
  fc.assert(property)
})

test('the removed and the remaining parts together are the whole', () => {
  const property = fc.property(anySegment, fc.array(anySegment), (whole, taken) => {
    const left = subtractSegments([whole], taken)
    const moments = (segments: Segment[]) =>
      new Set(segments.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)))
    const kept = [...moments([whole])].filter((moment) => !moments(taken).has(moment))
    expect([...moments(left)]).toEqual(kept)
    expect(totalOf(left)).toBe(moments(left).size)
  })
  fc.assert(property)
})
