import { expect, test } from 'vitest'
import { defaultNote, isDefaultNote } from './default-note.ts'

// prettier-ignore
test.each([
  [defaultNote(3, 4),            true],
  [defaultNote(20, 20),          true],
  ['',                           false],
  ['Work session',               false],
  ['Work session 3/4 with Ann',  false],
  ['My Work session 3/4',        false],
])('D12 the default note of a focus session is recognised: %j', (note, isDefault) => {
  expect(isDefaultNote(note)).toBe(isDefault)
})
