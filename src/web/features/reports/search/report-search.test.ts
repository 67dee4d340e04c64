import { expect, test } from 'vitest'
import { moveToRangeKind, parseReportSearch, rangeToSearch, toReportQuery, writeReportSearch } from './report-search.ts'

// prettier-ignore
const EVERYTHING = {
  range: 'month', from: '2026-03-01', group: 'client', subgroup: 'task', projects: 'a,b', clients: 'c,none', tasks: 'none', tags: 't',
  tagMatch: 'all', search: 'first draft', kinds: 'focus,manual', preset: 'p', rounding: 'up', roundingMinutes: 6, roundingPer: 'day',
} as const

test.each([[{}], [EVERYTHING], [{ search: 'a & b = "c"', range: 'day' }], [{ search: '2026' }]] as const)(
  'U13 a saved view opens as it was saved: %o',
  (search) => {
    expect(parseReportSearch(writeReportSearch(search))).toEqual(search)
  },
)

const TODAY = '2026-11-11'

test('U12 the current range has no date in the URL, so that a saved view moves on; others have', () => {
  const present = { from: '2026-11-09', to: '2026-11-15' }
  expect(rangeToSearch('week', present, TODAY)).toEqual({ range: 'week' })
  expect(rangeToSearch('week', { from: '2026-11-02', to: '2026-11-08' }, TODAY)).toMatchObject({ from: '2026-11-02' })
  expect(rangeToSearch('custom', present, TODAY)).toEqual({ range: 'custom', ...present })
})

test('U12 another kind of range contains the last day of the one before', () => {
  expect(moveToRangeKind('month', { from: '2026-11-09', to: '2026-11-15' }, TODAY)).toEqual({ range: 'month' })
  expect(moveToRangeKind('day', { from: '2026-11-09', to: '2026-11-15' }, TODAY)).toEqual({ range: 'day' })
  expect(moveToRangeKind('month', { from: '2026-08-31', to: '2026-09-06' }, TODAY)).toMatchObject({
    from: '2026-09-01',
  })
})

test('U12 the query for the server has all URL parameters and the resolved days', () => {
  const days = { from: '2026-03-01', to: '2026-03-31' }
  const { range: _, ...params } = EVERYTHING
  expect(toReportQuery(EVERYTHING, days, 'Europe/Madrid')).toEqual({ ...params, ...days, zone: 'Europe/Madrid' })
  expect(toReportQuery({}, days, 'UTC')).toEqual({ ...days, zone: 'UTC', group: 'project', subgroup: 'task' })
  expect(toReportQuery({ subgroup: 'none' }, days, 'UTC')).toEqual({ ...days, zone: 'UTC', group: 'project' })
})
