import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { MINUTE_MS } from '#core/units.ts'
import { removeDeletedReferences, matchesFilter, updateOptimisticEntry, createOptimisticEntry } from './optimistic-entries.ts'
import type { BulkChange, EntryChange, EntryFilter } from './entry-types.ts'

const at = (time: string) => `2026-03-02T${time}:00.000Z`
const ENTRY: TimeEntry = {
  id: 'e',
  user: 'u',
  project: 'p',
  task: 't',
  tags: ['a'],
  startTime: at('09:00'),
  endTime: at('10:00'),
  duration: 50 * MINUTE_MS,
  notes: 'old',
  isRunning: false,
  segments: [
    { start: at('09:00'), end: at('09:20') },
    { start: at('09:30'), end: at('10:00') },
  ],
  createdAt: '',
  updatedAt: '',
}

// prettier-ignore
test.each<[what: string, EntryChange & BulkChange, Partial<TimeEntry>]>([
  ['notes',              { notes: 'new' },                                         { notes: 'new' }],
  ['another project',    { project: 'q' },                                         { project: 'q', task: null }],
  ['project and task',   { project: 'q', task: 's' },                              { project: 'q', task: 's' }],
  ['no task',            { task: '' },                                             { task: null }],
  ['other tags',         { tags: ['b'] },                                          { tags: ['b'] }],
  ['tags beside',        { addTags: ['a', 'b'] },                                  { tags: ['a', 'b'] }],
  ['a later end',        { endTime: at('10:30') },                                 { endTime: at('10:30'), duration: 80 * MINUTE_MS }],
  ['another duration',   { duration: 30 * MINUTE_MS },                                { endTime: at('09:30'), duration: 30 * MINUTE_MS }],
  ['other stretches',    { segments: [{ start: at('09:00'), end: at('09:10') }] }, { duration: 10 * MINUTE_MS }],
])('Q2 an entry shows what the server will make of %s', (_, change, expected) => {
  expect(updateOptimisticEntry(ENTRY, change)).toMatchObject(expected)
})

test('Q2 a new entry shows what the server will make of it', () => {
  const draft = { id: 'n', project: 'p', startTime: at('09:00'), endTime: at('09:30') }
  expect(createOptimisticEntry(draft, 'u')).toMatchObject({ task: null, tags: [], notes: '', duration: 30 * MINUTE_MS, user: 'u' })
  expect(createOptimisticEntry({ ...draft, segments: ENTRY.segments, endTime: at('10:00') }, 'u').duration).toBe(50 * MINUTE_MS)
})

// prettier-ignore
test.each<[what: string, EntryFilter, boolean]>([
  ['all',               {},                             true],
  ['its project',       { projectId: 'p' },             true],
  ['another project',   { projectId: 'q' },             false],
  ['its task',          { taskId: 't' },                true],
  ['another task',      { taskId: 's' },                false],
  ['its tag',           { tagId: 'a' },                 true],
  ['another tag',       { tagId: 'b' },                 false],
  ['days before it',    { endDate: at('09:00') },       false],
  ['days with it',      { startDate: at('09:30'), endDate: at('09:40') }, true],
  ['days after it',     { startDate: at('10:00') },     false],
  ['words',             { search: 'old' },              false],
  ['a client',          { clientId: 'c' },              false],
])('Q2 a new entry is listed among %s, as far as that can be told: %s', (_, selection, isListed) => {
  expect(matchesFilter(selection, ENTRY)).toBe(isListed)
})

// prettier-ignore
test.each<[gone: string, Partial<TimeEntry> | null]>([
  ['projects p', null],
  ['projects q', ENTRY],
  ['tasks t',    { task: null, tags: ['a'] }],
  ['tags a',     { task: 't', tags: [] }],
])('Q2 an entry shows what the server will make of it when something is deleted: %s', (gone, expected) => {
  const followed = removeDeletedReferences(ENTRY, (list, id) => gone === `${list} ${id}`)
  if (expected === null) expect(followed).toBeNull()
  else expect(followed).toMatchObject(expected)
})
