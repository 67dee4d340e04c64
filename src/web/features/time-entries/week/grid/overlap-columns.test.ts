import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColumns } from './overlap-columns.ts'

const span = (start: number, end: number) => ({ start, end })

// prettier-ignore
test.each<[what: string, spans: [start: number, end: number][], columns: string[]]>([
  ['nothing',                        [], []],
  ['one',                            [[0, 9]], ['0/1']],
  ['neighbours',                     [[0, 9], [9, 12]], ['0/1', '0/1']],
  ['two at once',                    [[0, 9], [5, 12]], ['0/2', '1/2']],
  ['whatever their order',           [[5, 12], [0, 9]], ['1/2', '0/2']],
  ['a column that is free again',    [[0, 4], [2, 9], [5, 7]], ['0/2', '1/2', '0/2']],
  ['three at once',                  [[0, 9], [1, 9], [2, 9]], ['0/3', '1/3', '2/3']],
  ['the longer of two comes first',  [[0, 5], [0, 9]], ['1/2', '0/2']],
  ['a group that has nothing to do with the one before', [[0, 9], [5, 12], [20, 30]], ['0/2', '1/2', '0/1']],
])('%s', (_what, spans, columns) => {
  const items = spans.map(([start, end]) => span(start, end))
  const placed = assignColumns(items)
  expect(items.map((item) => `${placed.get(item)!.column}/${placed.get(item)!.columns}`)).toEqual(columns)
})

test('what overlaps never shares a column, and has columns of the same width', () => {
  const anySpan = fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 60 })).map(([start, length]) => span(start, start + length)) // prettier-ignore
  const property = fc.property(fc.array(anySpan, { maxLength: 25 }), (items) => {
    const placed = assignColumns(items)
    items.forEach((one, index) => {
      const { column, columns } = placed.get(one)!
      expect(column).toBeLessThan(columns)
      for (const other of items.slice(index + 1)) {
        if (one.start >= other.end || other.start >= one.end) continue
        expect(placed.get(other)!.column).not.toBe(column)
        expect(placed.get(other)!.columns).toBe(columns)
      }
    })
    const most = Math.max(0, ...items.map(({ start }) => items.filter((item) => item.start <= start && item.end > start).length)) // prettier-ignore
    expect(Math.max(0, ...items.map((item) => placed.get(item)!.columns))).toBe(most)
  })
  fc.assert(property, { numRuns: 300 })
})
