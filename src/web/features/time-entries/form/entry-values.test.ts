import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { diffEntry, type EntryValues, toEntryValues } from './entry-values.ts'

const at = (time: string) => `2026-03-02T${time}.000Z`
const PAUSED = [
  { start: at('09:00:37'), end: at('09:30:00') },
  { start: at('09:40:00'), end: at('10:00:12') },
]
const ENTRY: TimeEntry = {
  id: 'e',
  user: 'u',
  project: 'p',
  task: 't',
  tags: ['a'],
  startTime: at('09:00:37'),
  endTime: at('10:00:12'),
  duration: 2_975_000,
  notes: 'old',
  isRunning: false,
  segments: PAUSED,
  createdAt: '',
  updatedAt: '',
}
const OLD = { startTime: ENTRY.startTime, endTime: ENTRY.endTime, segments: PAUSED }
const DAY_LATER = (time: string) => time.replace('03-02', '03-03')

// prettier-ignore
test.each<[what: string, typed: Partial<EntryValues>, change: object, inverse: object]>([
  ['nothing',            {},                                          {},                                       {}],
  ['the same again',     { tags: ['a'], notes: 'old' },               {},                                       {}],
  ['the notes',          { notes: 'new' },                            { notes: 'new' },                         { notes: 'old' }],
  ['project and task',   { project: 'q', task: null },                { project: 'q', task: null },             { project: 'p', task: 't' }],
  ['the start',          { startTime: at('09:10:00') },               { startTime: at('09:10:00') },            OLD],
  ['the end',            { endTime: at('10:30:00') },                 { endTime: at('10:30:00') },              OLD],
  ['the duration',       { endTime: at('09:30:37'), duration: 1_800_000 }, { startTime: ENTRY.startTime, endTime: at('09:30:37'), duration: 1_800_000 }, OLD],
  ['the day',            { startTime: DAY_LATER(ENTRY.startTime), endTime: DAY_LATER(ENTRY.endTime!) },
    { startTime: DAY_LATER(ENTRY.startTime), endTime: DAY_LATER(ENTRY.endTime!), segments: PAUSED.map(({ start, end }) => ({ start: DAY_LATER(start), end: DAY_LATER(end) })) }, OLD],
])('N3 a change of %s sends only that, and its undo restores seconds and pauses', (_what, typed, change, inverse) => {
  expect(diffEntry(ENTRY, { ...toEntryValues(ENTRY), ...typed })).toEqual([change, inverse])
})
