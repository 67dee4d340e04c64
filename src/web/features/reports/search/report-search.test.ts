import { expect, test } from 'vitest'
import {
  rangeToSearch,
  resolveRange,
  moveToRangeKind,
  parseReportSearch,
  readReportSearch,
  subgroupOf,
  toReportQuery,
  writeReportSearch,
} from './report-search.ts'

// prettier-ignore
const EVERYTHING = {
  range: 'month', from: '2026-03-01', group: 'client', subgroup: 'task', projects: 'a,b', clients: 'c,none', tasks: 'none', tags: 't',
  tagMatch: 'all', search: 'first draft', kinds: 'focus,manual', preset: 'p', rounding: 'up', roundingMinutes: 6, roundingPer: 'day',
} as const

// prettier-ignore
test.each([
  ['an empty address', {}, {}],
  ['all that it can say', EVERYTHING, EVERYTHING],
  ['what is usual', { range: 'week', group: 'project', subgroup: 'task', tagMatch: 'any', rounding: 'off', roundingMinutes: 15, roundingPer: 'entry' }, {}],
  ['any days', { range: 'custom', from: '2026-03-01', to: '2026-03-09' }, { range: 'custom', from: '2026-03-01', to: '2026-03-09' }],
  ['any days without their end', { range: 'custom', from: '2026-03-01' }, {}],
  ['any days that end before they begin', { range: 'custom', from: '2026-03-02', to: '2026-03-01' }, {}],
  ['more years than a report has', { range: 'custom', from: '2001-01-01', to: '2026-03-01' }, {}],
  ['a week with an end', { from: '2026-03-02', to: '2026-03-08' }, { from: '2026-03-02' }],
  ['a day that February has not', { from: '2026-02-31' }, {}],
  ['a subgroup that is the group', { group: 'tag', subgroup: 'tag' }, { group: 'tag' }],
  ['no subgroup', { subgroup: 'none' }, { subgroup: 'none' }],
  ['no project at all, which no entry has', { projects: 'none' }, {}],
  ['a search that the router took for a number', { search: 2026 }, { search: '2026' }],
  ['how tags match, without tags', { tagMatch: 'none' }, {}],
  ['minutes that are none', { rounding: 'down', roundingMinutes: 61 }, { rounding: 'down' }],
  ['how to round, without rounding', { roundingMinutes: 5, roundingPer: 'day' }, {}],
  ['nonsense', { range: 'decade', from: 5, group: ['tag'], projects: { a: 1 }, tags: 'a b,,', kinds: 'pause', preset: '/', rounding: true }, {}],
])('U12 the address of the report is read from %s', (_what, raw, search) => {
  expect(readReportSearch(raw)).toEqual(search)
})

test.each([[{}], [EVERYTHING], [{ search: 'a & b = "c"', range: 'day' }], [{ search: '2026' }]] as const)(
  'U13 a saved view opens as it was saved: %o',
  (search) => {
    expect(parseReportSearch(writeReportSearch(search))).toEqual(search)
  },
)

const TODAY = '2026-11-11'

// prettier-ignore
test.each([
  ['this week', {}, 'week', '2026-11-09', '2026-11-15'],
  ['this quarter', { range: 'quarter' }, 'quarter', '2026-10-01', '2026-12-31'],
  ['the week of a day', { from: '2026-11-05' }, 'week', '2026-11-02', '2026-11-08'],
  ['this month instead of one to come', { range: 'month', from: '2027-01-01' }, 'month', '2026-11-01', '2026-11-30'],
  ['any days', { range: 'custom', from: '2026-11-01', to: '2026-11-20' }, 'custom', '2026-11-01', '2026-11-20'],
] as const)('U12 an address means %s', (_what, search, kind, from, to) => {
  expect(resolveRange(search, TODAY)).toEqual({ kind, range: { from, to } })
})

test('U12 the present days are not named, so that a saved view moves on; others are', () => {
  const present = { from: '2026-11-09', to: '2026-11-15' }
  expect(rangeToSearch('week', present, TODAY)).toEqual({ range: 'week' })
  expect(rangeToSearch('week', { from: '2026-11-02', to: '2026-11-08' }, TODAY)).toMatchObject({ from: '2026-11-02' })
  expect(rangeToSearch('custom', present, TODAY)).toEqual({ range: 'custom', ...present })
})

test('U12 days of another kind lie where the last ones were', () => {
  expect(moveToRangeKind('month', { from: '2026-11-09', to: '2026-11-15' }, TODAY)).toEqual({ range: 'month' })
  expect(moveToRangeKind('day', { from: '2026-11-09', to: '2026-11-15' }, TODAY)).toEqual({ range: 'day' })
  expect(moveToRangeKind('month', { from: '2026-08-31', to: '2026-09-06' }, TODAY)).toMatchObject({
    from: '2026-09-01',
  })
})

test('U12 the server is asked for what the address says, in the days it means', () => {
  const days = { from: '2026-03-01', to: '2026-03-31' }
  const { range: _, ...said } = EVERYTHING
  expect(toReportQuery(EVERYTHING, days, 'Europe/Madrid')).toEqual({ ...said, ...days, zone: 'Europe/Madrid' })
  expect(toReportQuery({}, days, 'UTC')).toEqual({ ...days, zone: 'UTC', group: 'project', subgroup: 'task' })
  expect(toReportQuery({ subgroup: 'none' }, days, 'UTC')).toEqual({ ...days, zone: 'UTC', group: 'project' })
})

test.each([
  ['project', 'task'],
  ['client', 'project'],
  ['tag', 'project'],
  ['day', 'project'],
  ['task', 'day'],
] as const)('U12 below a %s is a %s, unless said otherwise', (group, subgroup) => {
  expect(subgroupOf({ group })).toBe(subgroup)
})
