import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { BulkChange, EntryChange, EntryFilter } from './entry-types.ts'
import { removeDeletedReferences, matchesFilter, updateOptimisticEntry, createOptimisticEntry } from './optimistic-entries.ts'

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
  ['added tags',         { addTags: ['a', 'b'] },                                  { tags: ['a', 'b'] }],
  ['a later end',        { endTime: at('10:30') },                                 { endTime: at('10:30'), duration: 80 * MINUTE_MS }],
  ['another duration',   { duration: 30 * MINUTE_MS },                                { endTime: at('09:30'), duration: 30 * MINUTE_MS }],
  ['other segments',     { segments: [{ start: at('09:00'), end: at('09:10') }] }, { duration: 10 * MINUTE_MS }],
])('Q2 a changed entry looks as the server will return it: %s', (_, change, expected) => {
  expect(updateOptimisticEntry(ENTRY, change)).toMatchObject(expected)
})

test('Q2 a new entry looks as the server will return it', () => {
  const draft = { id: 'n', project: 'p', startTime: at('09:00'), endTime: at('09:30') }
  expect(createOptimisticEntry(draft, 'u')).toMatchObject({ task: null, tags: [], notes: '', duration: 30 * MINUTE_MS, user: 'u' })
  expect(createOptimisticEntry({ ...draft, segments: ENTRY.segments, endTime: at('10:00') }, 'u').duration).toBe(50 * MINUTE_MS)
})

// prettier-ignore
test.each<[what: string, EntryFilter, boolean]>([
  ['nothing',           {},                             true],
  ['its project',       { projectId: 'p' },             true],
  ['another project',   { projectId: 'q' },             false],
  ['its task',          { taskId: 't' },                true],
  ['another task',      { taskId: 's' },                false],
  ['its tag',           { tagId: 'a' },                 true],
  ['another tag',       { tagId: 'b' },                 false],
  ['days before it',    { endDate: at('09:00') },       false],
  ['days with it',      { startDate: at('09:30'), endDate: at('09:40') }, true],
  ['days after it',     { startDate: at('10:00') },     false],
  ['a text',            { search: 'old' },              false],
  ['a client',          { clientId: 'c' },              false],
])('Q2 a filter by %s lists an unsent entry: %s', (_, filter, isListed) => {
  expect(matchesFilter(filter, ENTRY)).toBe(isListed)
})

// prettier-ignore
test.each<[deleted: string, Partial<TimeEntry> | null]>([
  ['projects p', null],
  ['projects q', ENTRY],
  ['tasks t',    { task: null, tags: ['a'] }],
  ['tags a',     { task: 't', tags: [] }],
])('Q2 an entry loses deleted references as on the server: %s', (deleted, expected) => {
  const updated = removeDeletedReferences(ENTRY, (list, id) => deleted === `${list} ${id}`)
  if (expected === null) expect(updated).toBeNull()
  else expect(updated).toMatchObject(expected)
})
