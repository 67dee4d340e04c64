import { expect, test } from 'vitest'
import { parseEntrySearchParams, parseNewEntryTimes, toEntryFilter } from './entry-search-params.ts'

// prettier-ignore
test.each([
  ['no parameters', {}, {}],
  ['all parameters', { q: 'a b', project: 'p', client: 'c', task: 't', tag: 'g', from: '2026-03-01', to: '2026-03-07' },
    { q: 'a b', project: 'p', client: 'c', task: 't', tag: 'g', from: '2026-03-01', to: '2026-03-07' }],
  ['a search text that the router parsed as a number', { q: 2026 }, { q: '2026' }],
  ['half a range, which is ignored', { from: '2026-03-01' }, {}],
  ['a reversed range, which is ignored', { from: '2026-03-02', to: '2026-03-01' }, {}],
  ['invalid dates, which are ignored', { from: '2026-13-01', to: '2026-13-02' }, {}],
  ['31 February, which is ignored', { from: '2026-02-01', to: '2026-02-31' }, {}],
  ['a week', { view: 'week', week: '2026-03-02', tag: 'g' }, { view: 'week', week: '2026-03-02', tag: 'g' }],
  ['an invalid week, which becomes the current one', { view: 'week', week: '2026-02-31' }, { view: 'week' }],
  ['a week in list view, which is ignored', { view: 'list', week: '2026-03-02' }, {}],
  ['invalid values, which are ignored', { q: [1], project: { a: 1 }, tag: 'a b', from: 5, to: true, page: 3 }, {}],
])('N4 the URL of the list can hold %s', (_what, raw, search) => {
  expect(parseEntrySearchParams(raw)).toEqual(search)
})

test('N4 a date range lasts from the start of its first day to the end of its last', () => {
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
])('N6 the form for a new entry reads its times from the URL: %o', (raw, times) => {
  expect(parseNewEntryTimes(raw)).toEqual(times)
})
