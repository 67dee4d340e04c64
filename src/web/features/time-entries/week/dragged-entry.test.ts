import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { updateOptimisticEntry } from '#web/features/time-entries/data/optimistic-entries.ts'
import { diffEntry, toEntryValues } from '#web/features/time-entries/form/entry-values.ts'

const at = (time: string) => `2026-03-02T${time}.000Z`
const segment = (start: string, end: string) => ({ start: at(start), end: at(end) })
const ENTRY: TimeEntry = {
  id: 'e',
  user: 'u',
  project: 'p',
  task: null,
  tags: [],
  startTime: at('09:00:37'),
  endTime: at('10:00:12'),
  duration: 2_975_000,
  notes: '',
  isRunning: false,
  segments: [segment('09:00:37', '09:30:00'), segment('09:40:00', '10:00:12')],
  createdAt: '',
  updatedAt: '',
}

// prettier-ignore
test.each([
  ['moved',                     '11:00:37', '12:00:12', 2_975_000, [segment('11:00:37', '11:30:00'), segment('11:40:00', '12:00:12')]],
  ['with an earlier start',     '08:50:00', '10:00:12', 3_612_000, [segment('08:50:00', '09:30:00'), segment('09:40:00', '10:00:12')]],
  ['with a later end',          '09:00:37', '10:15:00', 3_863_000, [segment('09:00:37', '09:30:00'), segment('09:40:00', '10:15:00')]],
  ['ended before the pause',    '09:00:37', '09:20:00', 1_163_000, [segment('09:00:37', '09:20:00')]],
  ['started after the pause',   '09:45:00', '10:00:12',   912_000, [segment('09:45:00', '10:00:12')]],
])('N13 an entry with a pause %s looks as the server will return it', (_what, start, end, duration, segments) => {
  const [change, inverse] = diffEntry(ENTRY, { ...toEntryValues(ENTRY), startTime: at(start), endTime: at(end) })
  const moved = updateOptimisticEntry(ENTRY, change)
  expect(moved).toEqual({ ...ENTRY, startTime: at(start), endTime: at(end), duration, segments })
  expect(updateOptimisticEntry(moved, inverse)).toEqual(ENTRY)
})
