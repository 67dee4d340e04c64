import { expect, test } from 'vitest'
import { type Entry, findEntries, groupEntries, type ListItem, searchWords, sortEntries } from './arrange.ts'
import type { Order, Sort } from './list-search.ts'

const heading = (name: string) => ({ id: name, name, color: '#000000' })

function entry(name: string, facts: Partial<Entry<ListItem>> & { changed?: string; also?: string } = {}) {
  const { changed = '2026-01-01', also, ...rest } = facts
  const item = { id: name, name, updatedAt: `${changed}T00:00:00.000Z` }
  return { item, month: 0, words: searchWords(name, also), ...rest }
}

const names = (entries: Entry<ListItem>[]) => entries.map(({ item }) => item.name)

const some = [
  entry('beta', { month: 20, changed: '2026-03-01' }),
  entry('Alpha 10', { month: 20, changed: '2026-01-01' }),
  entry('alpha 9', { month: 5, changed: '2026-02-01' }),
]

// prettier-ignore
test.each<[Sort, Order, string[]]>([
  ['name',    'asc',  ['alpha 9', 'Alpha 10', 'beta']],
  ['name',    'desc', ['beta', 'Alpha 10', 'alpha 9']],
  ['month',   'desc', ['Alpha 10', 'beta', 'alpha 9']],
  ['month',   'asc',  ['alpha 9', 'Alpha 10', 'beta']],
  ['changed', 'desc', ['beta', 'alpha 9', 'Alpha 10']],
  ['changed', 'asc',  ['Alpha 10', 'alpha 9', 'beta']],
])('L3 sorted by %s, %s', (sort, order, sorted) => {
  expect(names(sortEntries(some, { sort, order, locale: 'en' }))).toEqual(sorted)
})

test('L3 names are in the order of the alphabet of the language', () => {
  const cities = ['Izmir', 'Hatay', 'İnegöl', 'Çorum', 'Denizli', 'Cizre'].map((name) => entry(name))
  expect(names(sortEntries(cities, { sort: 'name', order: 'asc', locale: 'tr' }))).toEqual(
    ['Cizre', 'Çorum', 'Denizli', 'Hatay', 'Izmir', 'İnegöl'], // prettier-ignore
  )
})

// prettier-ignore
test.each([
  ['nothing typed finds all',         '',             ['Atlas', 'Helio']],
  ['a part of the name is enough',    'tla',          ['Atlas']],
  ['the name of its client will do',  'norteña',      ['Atlas']],
  ['words are found in any order',    ' nort  atlas', ['Atlas']],
  ['every word has to be found',      'atlas helio',  []],
])('L2 %s', (_what, q, found) => {
  const entries = [entry('Atlas', { also: 'Compañía Norteña' }), entry('Helio')]
  expect(names(findEntries(entries, q))).toEqual(found)
})

test('L3 groups are in the order of what is first in them', () => {
  const entries = [
    entry('one', { heading: heading('Zebra'), month: 1 }),
    entry('two', { heading: heading('Apple'), month: 2 }),
    entry('three', { heading: heading('Zebra'), month: 3 }),
  ]
  const grouped = (sort: Sort, order: Order) =>
    groupEntries(sortEntries(entries, { sort, order, locale: 'en' })).map((group) => [
      group.heading?.name,
      names(group.entries),
    ])
  expect(grouped('name', 'asc')).toEqual([
    ['Apple', ['two']],
    ['Zebra', ['one', 'three']],
  ])
  expect(grouped('month', 'desc')).toEqual([
    ['Zebra', ['three', 'one']],
    ['Apple', ['two']],
  ])
})
