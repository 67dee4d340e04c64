import { expect, test } from 'vitest'
import { listSearchParser } from './list-search-params.ts'

const read = listSearchParser(['active', 'archived', 'all'])

// prettier-ignore
test.each([
  ['an empty address', {}, {}],
  ['all that it can say', { q: 'atlas', status: 'all', sort: 'month', order: 'asc' }, { q: 'atlas', status: 'all', sort: 'month', order: 'asc' }],
  ['what is usual anyway', { q: '', status: 'active', sort: 'name', order: 'asc' }, {}],
  ['the usual order of another sort', { sort: 'changed', order: 'desc' }, { sort: 'changed' }],
  ['a search that the router took for a number', { q: 2026 }, { q: '2026' }],
  ['nonsense', { q: { a: 1 }, status: 'nowhere', sort: 'size', order: 'up', page: 3 }, {}],
])('L1 the address of a list is read from %s', (_what, raw, search) => {
  expect(read(raw)).toEqual(search)
})
