import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('groupBy groups any items as Map.groupBy does, in the same order', () => {
  const keyOf = (item: number) => (item % 3 === 0 ? undefined : item % 3)
  fc.assert(
    fc.property(fc.array(fc.nat()), (items) => {
      expect([...groupBy(items, keyOf)]).toEqual([...Map.groupBy(items, keyOf)])
    }),
  )
})
