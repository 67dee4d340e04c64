import { expect, test } from 'vitest'
import { TimeEntryDraft } from '#contract/time-entries.ts'
import { validate } from '#contract/validate.ts'

const draft = { project: 'p', startTime: '2026-03-01T09:00:00Z', isRunning: true }

// prettier-ignore
test.each([
  ['no end',                   {},                                              true],
  ['an end before its start',  { endTime: '2026-03-01T08:00:00Z' },             true],
  ['a duration',               { duration: 5_000 },                             true],
  ['an end that is no time',   { endTime: 'later' },                            false],
])('E1 a running time entry with %s', (_what, more, isValid) => {
  expect(validate(TimeEntryDraft, { ...draft, ...more }).ok).toBe(isValid)
})
