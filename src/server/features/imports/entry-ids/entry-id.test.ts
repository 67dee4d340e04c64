import { expect, test } from 'vitest'
import type { ImportedRow } from '#core/import/import-model.ts'
import { createEntryIdGenerator } from './entry-id.ts'

const ROW: ImportedRow = {
  line: 2,
  start: Date.UTC(2026, 2, 4, 9),
  end: Date.UTC(2026, 2, 4, 10),
  durationMs: 3_600_000,
  client: 'Acme',
  project: 'Web',
  task: '',
  tags: ['b', 'a'],
  areTagsExact: false,
  notes: 'x',
  entry: undefined,
}

test('M11 a row has the same id in every version, so that a file imported before an upgrade is known', () => {
  const idOf = createEntryIdGenerator('user-1')
  expect([ROW, ROW, { ...ROW, project: 'Ünlü', tags: [] }].map(idOf)).toEqual([
    '019cb813-5280-87a9-a517-8a8096b26099',
    '019cb813-5280-81ea-8072-e98550e9865e',
    '019cb813-5280-8f19-8394-2bddd796530e',
  ])
})

test('M32 a row without a time of day has an id of its day and content, wherever it is placed', () => {
  const idOf = (row: Partial<ImportedRow>) => createEntryIdGenerator('user-1')({ ...ROW, day: 20_000, ...row })
  expect(idOf({ start: 1, end: 2 })).toBe(idOf({}))
  for (const other of [{ day: 20_001 }, { durationMs: 1 }, { notes: 'y' }, { task: 'Draw' }, { client: '' }])
    expect(idOf(other)).not.toBe(idOf({}))
  const numbered = createEntryIdGenerator('user-1')
  expect(numbered({ ...ROW, day: 20_000 })).not.toBe(numbered({ ...ROW, day: 20_000 }))
})

test('M9 rows that differ only in their pauses are different entries', () => {
  const segments = [
    [ROW.start, ROW.start + 1],
    [ROW.start + 2, ROW.end],
  ] as const
  expect(createEntryIdGenerator('user-1')({ ...ROW, segments })).not.toBe(createEntryIdGenerator('user-1')(ROW))
})
