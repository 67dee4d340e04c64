import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { BulkChange } from '#web/features/time-entries/data/entry-types.ts'
import { type BulkEditValues, UNCHANGED, toInverseChanges, toBulkChange } from './bulk-change.ts'

// prettier-ignore
test.each<[what: string, values: Partial<BulkEditValues>, change: BulkChange]>([
  ['nothing',          {},                                            {}],
  ['blank notes',      { notes: ' ' },                                {}],
  ['a project',        { project: 'p' },                              { project: 'p' }],
  ['no task',          { task: 'none' },                              { task: null }],
  ['tags to add',      { tags: ['a'] },                               { addTags: ['a'] }],
  ['tags to replace',  { tags: ['a'], tagsMode: 'replace' },          { tags: ['a'] }],
  ['all of it',        { project: 'p', task: 't', tags: ['a'], notes: 'n' }, { project: 'p', task: 't', addTags: ['a'], notes: 'n' }],
])('N5 the dialog with %s sends only that', (_what, values, change) => {
  expect(toBulkChange({ ...UNCHANGED, ...values })).toEqual(change)
})

const entry = (id: string, project: string, tags: string[]) =>
  ({ id, project, task: null, tags, notes: `of ${id}` }) as unknown as TimeEntry

// prettier-ignore
test.each<[what: string, change: BulkChange, inverse: ReturnType<typeof toInverseChanges>]>([
  ['a project',  { project: 'x' }, [{ ids: ['a', 'b'], change: { project: 'p', task: null } }, { ids: ['c'], change: { project: 'q', task: null } }]],
  ['tags',       { addTags: ['t'] }, [{ ids: ['a'], change: { tags: [] } }, { ids: ['b', 'c'], change: { tags: ['t'] } }]],
  ['notes',      { notes: 'x' }, ['a', 'b', 'c'].map((id) => ({ ids: [id], change: { notes: `of ${id}` } }))],
])('N5 undoing a bulk change of %s restores each entry', (_what, change, inverse) => {
  expect(toInverseChanges([entry('a', 'p', []), entry('b', 'p', ['t']), entry('c', 'q', ['t'])], change)).toEqual(inverse)
})
