import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIMENSIONS } from './dimensions.ts'
import type { ReportSearch } from './report-search.ts'
import {
  DEFAULT_SHARED_FIELDS,
  hideTexts,
  isDimensionShown,
  isFilterShown,
  SHARED_FIELDS,
  sharedGrouping,
  sharedQuery,
  shownFields,
} from './shared-report.ts'

const ALL = { clients: true, tasks: true, tags: true, entries: true, notes: true }
const NONE = { clients: false, tasks: false, tags: false, entries: false, notes: false }
const anyFields = fc.record({
  clients: fc.boolean(),
  tasks: fc.boolean(),
  tags: fc.boolean(),
  entries: fc.boolean(),
  notes: fc.boolean(),
})

test('U60 a new link shows neither single entries nor notes', () => {
  expect(DEFAULT_SHARED_FIELDS).toMatchObject({ entries: false, notes: false })
  expect(shownFields({ ...NONE, notes: true }).notes).toBe(false)
})

test.each<[string, ReportSearch, typeof ALL, object]>([
  ['everything is shown', { group: 'client', subgroup: 'task' }, ALL, { group: 'client', subgroup: 'task' }],
  ['the first level is hidden', { group: 'client' }, { ...ALL, clients: false }, { group: 'project' }],
  ['the second level is hidden', {}, { ...ALL, tasks: false }, { group: 'project' }],
  ['both are hidden', { group: 'tag', subgroup: 'hour' }, NONE, { group: 'project' }],
  ['the calendar', { group: 'week', subgroup: 'weekday' }, NONE, { group: 'week', subgroup: 'weekday' }],
])('U61 a shared report is not grouped by what is hidden: %s', (_case, view, fields, grouping) => {
  expect(sharedGrouping(view, fields)).toEqual(grouping)
})

test('U61 no level of the grouping is hidden, whatever the view and the fields are', () => {
  const view = fc.record({ group: fc.constantFrom(...DIMENSIONS), subgroup: fc.constantFrom(...DIMENSIONS) })
  fc.assert(
    fc.property(view, anyFields, (view, fields) => {
      fc.pre(view.group !== view.subgroup)
      const { group, subgroup } = sharedGrouping(view, fields)
      expect([group, subgroup ?? group].every((level) => isDimensionShown(level, fields))).toBe(true)
      expect(subgroup).not.toBe(group)
    }),
  )
})

test.each<[string, ReportSearch, { from: string; to: string } | null, string, string]>([
  ['the range of the view moves on', { range: 'month' }, null, '2026-03-01', '2026-03-31'],
  ['a week from Sunday', {}, null, '2026-03-08', '2026-03-14'],
  [
    'a view of certain days',
    { range: 'custom', from: '2026-01-02', to: '2026-01-05' },
    null,
    '2026-01-02',
    '2026-01-05',
  ],
  ['fixed days', { range: 'month' }, { from: '2026-02-01', to: '2026-02-28' }, '2026-02-01', '2026-02-28'],
])('U62 days of a shared report: %s', (_case, view, range, from, to) => {
  const settings = { fields: ALL, range, zone: 'Europe/Madrid', weekStart: 7 }
  expect(sharedQuery(view, settings, '2026-03-10')).toMatchObject({ from, to, zone: 'Europe/Madrid' })
})

test('U62 a shared report has the filters and the rounding of its view', () => {
  const view = { projects: 'p1,p2', tags: 't', tagMatch: 'all', rounding: 'up', roundingMinutes: 6 } as const
  const settings = { fields: NONE, range: null, zone: 'UTC', weekStart: 1 }
  expect(sharedQuery(view, settings, '2026-03-10')).toEqual({
    ...view,
    from: '2026-03-09',
    to: '2026-03-15',
    zone: 'UTC',
    weekStart: 1,
    group: 'project',
  })
})

test('U60 an entry keeps only the texts that are shown', () => {
  const entry = { client: 'Acme', task: 'Header', tags: ['deep'], notes: 'first draft', start: 1 }
  expect(hideTexts(entry, ALL)).toEqual(entry)
  expect(hideTexts(entry, NONE)).toEqual({ client: '', task: '', tags: [], notes: '', start: 1 })
  expect(hideTexts(entry, { ...NONE, notes: true, entries: true })).toMatchObject({ client: '', notes: 'first draft' })
})

test('U60 the words of a search are shown only if nothing is hidden, and a preset never', () => {
  expect(isFilterShown('search', ALL)).toBe(true)
  for (const field of SHARED_FIELDS) expect(isFilterShown('search', { ...ALL, [field]: false })).toBe(false)
  expect(isFilterShown('preset', ALL)).toBe(false)
  expect(isFilterShown('clients', NONE)).toBe(false)
  expect(isFilterShown('projects', NONE)).toBe(true)
})
