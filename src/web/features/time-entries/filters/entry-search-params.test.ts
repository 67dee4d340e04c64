import { expect, test } from 'vitest'
import { parseEntrySearchParams, parseNewEntryTimes, toEntryFilter } from './entry-search-params.ts'

// prettier-ignore
test.each([
  ['an empty address', {}, {}],
  ['all that it can say', { q: 'a b', project: 'p', client: 'c', task: 't', tag: 'g', from: '2026-03-01', to: '2026-03-07' },
    { q: 'a b', project: 'p', client: 'c', task: 't', tag: 'g', from: '2026-03-01', to: '2026-03-07' }],
  ['a search that the router took for a number', { q: 2026 }, { q: '2026' }],
  ['half a range', { from: '2026-03-01' }, {}],
  ['a range that ends before it begins', { from: '2026-03-02', to: '2026-03-01' }, {}],
  ['days that are none', { from: '2026-13-01', to: '2026-13-02' }, {}],
  ['a day that February has not', { from: '2026-02-01', to: '2026-02-31' }, {}],
  ['a week', { view: 'week', week: '2026-03-02', tag: 'g' }, { view: 'week', week: '2026-03-02', tag: 'g' }],
  ['this week', { view: 'week', week: '2026-02-31' }, { view: 'week' }],
  ['a week of the list', { view: 'list', week: '2026-03-02' }, {}],
  ['nonsense', { q: [1], project: { a: 1 }, tag: 'a b', from: 5, to: true, page: 3 }, {}],
])('N4 the address of the list is read from %s', (_what, raw, search) => {
  expect(parseEntrySearchParams(raw)).toEqual(search)
})

test('N4 a range lasts from the first moment of its first day to the last of its last', () => {
  const { startDate, endDate } = toEntryFilter({ from: '2026-03-28', to: '2026-03-29' })
  expect([startDate, endDate].map((time) => new Date(time!).toString().slice(0, 24))).toEqual([
    'Sat Mar 28 2026 00:00:00',
    'Mon Mar 30 2026 00:00:00',
  ])
  expect(toEntryFilter({ q: '  ' })).toEqual({})
})

// prettier-ignore
test.each([
  [{}, undefined],
  [{ start: '2026-03-02T09:00:00Z' }, undefined],
  [{ start: '2026-03-02T09:00:00Z', end: '2026-03-02T09:00:00Z' }, undefined],
  [{ start: 'x', end: '2026-03-02T09:00:00Z' }, undefined],
  [{ start: '2026-03-02T09:00:07Z', end: '2026-03-02T09:30:00Z' }, { startTime: '2026-03-02T09:00:07.000Z', endTime: '2026-03-02T09:30:00.000Z' }],
])('N6 the address of the form for a new entry is read from %o', (raw, times) => {
  expect(parseNewEntryTimes(raw)).toEqual(times)
})
