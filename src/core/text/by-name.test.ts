import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

test('names sort ignoring case, numbers by value, and equal names by id', () => {
  const names = ['b', 'A', 'Week 10', 'week 9', 'É', 'f', 'a']
  const items = names.map((name, index) => ({ id: String(index), name }))
  expect(items.toSorted(byName).map(({ name }) => name)).toEqual(['a', 'A', 'b', 'É', 'f', 'week 9', 'Week 10'])
  const twins = ['3', '1', '2', '4'].map((id) => ({ id, name: 'x' }))
  expect(twins.toSorted(byName).map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})
