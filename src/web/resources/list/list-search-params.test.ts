import { expect, test } from 'vitest'
import { listSearchParser } from './list-search-params.ts'

const parse = listSearchParser(['active', 'archived', 'all'])

// prettier-ignore
test.each([
  ['an empty URL', {}, {}],
  ['all parameters', { q: 'atlas', status: 'all', sort: 'month', order: 'asc' }, { q: 'atlas', status: 'all', sort: 'month', order: 'asc' }],
  ['defaults', { q: '', status: 'active', sort: 'name', order: 'asc' }, {}],
  ['the default order of another sort', { sort: 'changed', order: 'desc' }, { sort: 'changed' }],
  ['a search that the router parsed as a number', { q: 2026 }, { q: '2026' }],
  ['invalid values', { q: { a: 1 }, status: 'nowhere', sort: 'size', order: 'up', page: 3 }, {}],
])('L1 the URL parameters of a list are parsed from %s', (_what, raw, search) => {
  expect(parse(raw)).toEqual(search)
})
