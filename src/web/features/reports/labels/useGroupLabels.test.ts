import { expect, test } from 'vitest'
import { withDistinctColors } from './useGroupLabels.ts'

const SKY = '#0284c7'
const items = (...colors: string[]) => colors.map((color, index) => ({ id: String(index), name: 'x', color }))

test('of items with the same colour all but the first get an unused one', () => {
  const colors = withDistinctColors(items(SKY, '#dc2626', SKY, SKY)).map(({ color }) => color)
  expect(colors.slice(0, 2)).toEqual([SKY, '#dc2626'])
  expect(new Set(colors)).toHaveLength(4)
})

test('with more items than colours the remaining ones keep their own', () => {
  const colors = withDistinctColors(items(...Array<string>(20).fill(SKY))).map(({ color }) => color)
  expect(new Set(colors)).toHaveLength(12)
  expect(colors.at(-1)).toBe(SKY)
})
