import { expect, test } from 'vitest'
import {
  groupEntries,
  type ListEntry,
  type ListItem,
  searchEntries,
  sortEntries,
  toSearchText,
} from './list-entries.ts'
import type { SortKey, SortOrder } from './list-search-params.ts'

const activity = (month: number) => ({ id: '', month, weeks: [] })
const heading = (name: string) => ({ id: name, name, color: '#000000' })

function entry(name: string, facts: Partial<ListEntry<ListItem>> & { changed?: string; also?: string } = {}) {
  const { changed = '2026-01-01', also, ...rest } = facts
  const item = { id: name, name, updatedAt: `${changed}T00:00:00.000Z` }
  return { item, searchText: toSearchText(name, also), ...rest }
}

const names = (entries: ListEntry<ListItem>[]) => entries.map(({ item }) => item.name)

const SAMPLES = [
  entry('beta', { activity: activity(20), changed: '2026-03-01' }),
  entry('Alpha 10', { activity: activity(20), changed: '2026-01-01' }),
  entry('alpha 9', { activity: activity(5), changed: '2026-02-01' }),
]

// prettier-ignore
test.each<[SortKey, SortOrder, string[]]>([
  ['name',    'asc',  ['alpha 9', 'Alpha 10', 'beta']],
  ['name',    'desc', ['beta', 'Alpha 10', 'alpha 9']],
  ['month',   'desc', ['Alpha 10', 'beta', 'alpha 9']],
  ['month',   'asc',  ['alpha 9', 'Alpha 10', 'beta']],
  ['changed', 'desc', ['beta', 'alpha 9', 'Alpha 10']],
  ['changed', 'asc',  ['Alpha 10', 'alpha 9', 'beta']],
])('L3 sorted by %s, %s', (sort, order, sorted) => {
  expect(names(sortEntries(SAMPLES, { sort, order, locale: 'en' }))).toEqual(sorted)
})

test('L3 names are sorted by the alphabet of the language', () => {
  const cities = ['Izmir', 'Hatay', 'İnegöl', 'Çorum', 'Denizli', 'Cizre'].map((name) => entry(name))
  expect(names(sortEntries(cities, { sort: 'name', order: 'asc', locale: 'tr' }))).toEqual(
    ['Cizre', 'Çorum', 'Denizli', 'Hatay', 'Izmir', 'İnegöl'], // prettier-ignore
  )
})

// prettier-ignore
test.each([
  ['an empty search finds all',       '',             ['Atlas', 'Helio']],
  ['a part of the name is enough',    'tla',          ['Atlas']],
  ['the name of the client matches',  'norteña',      ['Atlas']],
  ['words match in any order',        ' nort  atlas', ['Atlas']],
  ['every word has to match',         'atlas helio',  []],
])('L2 %s', (_what, q, found) => {
  const entries = [entry('Atlas', { also: 'Compañía Norteña' }), entry('Helio')]
  expect(names(searchEntries(entries, q))).toEqual(found)
})

test('L3 groups are in the order of their first entries', () => {
  const entries = [
    entry('one', { heading: heading('Zebra'), activity: activity(1) }),
    entry('two', { heading: heading('Apple'), activity: activity(2) }),
    entry('three', { heading: heading('Zebra'), activity: activity(3) }),
  ]
  const grouped = (sort: SortKey, order: SortOrder) =>
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
