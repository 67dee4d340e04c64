import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColumns } from './overlap-columns.ts'

const range = (start: number, end: number) => ({ start, end })

// prettier-ignore
test.each<[what: string, ranges: [start: number, end: number][], columns: string[]]>([
  ['nothing',                        [], []],
  ['one',                            [[0, 9]], ['0/1']],
  ['neighbours',                     [[0, 9], [9, 12]], ['0/1', '0/1']],
  ['two at once',                    [[0, 9], [5, 12]], ['0/2', '1/2']],
  ['two at once, unsorted',          [[5, 12], [0, 9]], ['1/2', '0/2']],
  ['a column that is free again',    [[0, 4], [2, 9], [5, 7]], ['0/2', '1/2', '0/2']],
  ['three at once',                  [[0, 9], [1, 9], [2, 9]], ['0/3', '1/3', '2/3']],
  ['the longer of two comes first',  [[0, 5], [0, 9]], ['1/2', '0/2']],
  ['groups that do not overlap', [[0, 9], [5, 12], [20, 30]], ['0/2', '1/2', '0/1']],
])('%s', (_what, ranges, columns) => {
  const items = ranges.map(([start, end]) => range(start, end))
  const columnOf = assignColumns(items)
  expect(items.map((item) => `${columnOf.get(item)!.column}/${columnOf.get(item)!.columns}`)).toEqual(columns)
})

test('overlapping items never share a column, and have columns of the same width', () => {
  const anyRange = fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 60 })).map(([start, length]) => range(start, start + length)) // prettier-ignore
  const property = fc.property(fc.array(anyRange, { maxLength: 25 }), (items) => {
    const columnOf = assignColumns(items)
    items.forEach((one, index) => {
      const { column, columns } = columnOf.get(one)!
      expect(column).toBeLessThan(columns)
      for (const other of items.slice(index + 1)) {
        if (one.start >= other.end || other.start >= one.end) continue
        expect(columnOf.get(other)!.column).not.toBe(column)
        expect(columnOf.get(other)!.columns).toBe(columns)
      }
    })
    const maxAtOnce = Math.max(0, ...items.map(({ start }) => items.filter((item) => item.start <= start && item.end > start).length)) // prettier-ignore
    expect(Math.max(0, ...items.map((item) => columnOf.get(item)!.columns))).toBe(maxAtOnce)
  })
  fc.assert(property, { numRuns: 300 })
})
