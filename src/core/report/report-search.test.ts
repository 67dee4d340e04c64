import { expect, test } from 'vitest'
import { readReportSearch, resolveRange, subgroupOf } from './report-search.ts'

// prettier-ignore
const EVERYTHING = {
  range: 'month', from: '2026-03-01', group: 'client', subgroup: 'task', projects: 'a,b', clients: 'c,none', tasks: 'none', tags: 't',
  tagMatch: 'all', search: 'first draft', kinds: 'focus,manual', preset: 'p', rounding: 'up', roundingMinutes: 6, roundingPer: 'day',
} as const

// prettier-ignore
test.each([
  ['none', {}, {}],
  ['all of them', EVERYTHING, EVERYTHING],
  ['defaults, which are left out', { range: 'week', group: 'project', subgroup: 'task', tagMatch: 'any', rounding: 'off', roundingMinutes: 15, roundingPer: 'entry' }, {}],
  ['a custom range', { range: 'custom', from: '2026-03-01', to: '2026-03-09' }, { range: 'custom', from: '2026-03-01', to: '2026-03-09' }],
  ['a custom range without an end', { range: 'custom', from: '2026-03-01' }, {}],
  ['a custom range that ends before it starts', { range: 'custom', from: '2026-03-02', to: '2026-03-01' }, {}],
  ['a range longer than the maximum', { range: 'custom', from: '2001-01-01', to: '2026-03-01' }, {}],
  ['a week with an end', { from: '2026-03-02', to: '2026-03-08' }, { from: '2026-03-02' }],
  ['a date that does not exist', { from: '2026-02-31' }, {}],
  ['a subgroup that is the group', { group: 'tag', subgroup: 'tag' }, { group: 'tag' }],
  ['no subgroup', { subgroup: 'none' }, { subgroup: 'none' }],
  ['entries without a project, which do not exist', { projects: 'none' }, {}],
  ['a search text that the router parsed as a number', { search: 2026 }, { search: '2026' }],
  ['a tag match without tags', { tagMatch: 'none' }, {}],
  ['invalid rounding minutes', { rounding: 'down', roundingMinutes: 61 }, { rounding: 'down' }],
  ['rounding details without rounding', { roundingMinutes: 5, roundingPer: 'day' }, {}],
  ['nonsense', { range: 'decade', from: 5, group: ['tag'], projects: { a: 1 }, tags: 'a b,,', kinds: 'pause', preset: '/', rounding: true }, {}],
])('U12 URL parameters are read: %s', (_what, raw, search) => {
  expect(readReportSearch(raw)).toEqual(search)
})

const TODAY = '2026-11-11'

// prettier-ignore
test.each([
  ['this week', {}, 'week', '2026-11-09', '2026-11-15'],
  ['this quarter', { range: 'quarter' }, 'quarter', '2026-10-01', '2026-12-31'],
  ['the week of a day', { from: '2026-11-05' }, 'week', '2026-11-02', '2026-11-08'],
  ['this month instead of one to come', { range: 'month', from: '2027-01-01' }, 'month', '2026-11-01', '2026-11-30'],
  ['a custom range', { range: 'custom', from: '2026-11-01', to: '2026-11-20' }, 'custom', '2026-11-01', '2026-11-20'],
] as const)('U12 URL parameters stand for %s', (_what, search, kind, from, to) => {
  expect(resolveRange(search, TODAY, 1)).toEqual({ kind, range: { from, to } })
})

test.each([
  ['project', 'task'],
  ['client', 'project'],
  ['tag', 'project'],
  ['day', 'project'],
  ['task', 'day'],
] as const)('U12 the default subgroup of a %s is a %s', (group, subgroup) => {
  expect(subgroupOf({ group })).toBe(subgroup)
})
