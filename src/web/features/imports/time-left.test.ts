import { expect, test } from 'vitest'
import { estimateTimeLeft } from './time-left.ts'

// prettier-ignore
test.each<[after: number, from: number, done: number, left: number | undefined]>([
  [10_000, 0,  50,  10_000],
  [10_000, 0,  100, 0],
  [10_000, 80, 90,  10_000],
  [1_000,  0,  50,  undefined],
  [10_000, 50, 50,  undefined],
])('M45 after %i ms from %i to %i of 100, the time left is %s', (at, from, done, left) => {
  expect(estimateTimeLeft({ at: 0, done: from }, { at, done }, 100)).toBe(left)
})
