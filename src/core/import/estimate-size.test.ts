import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toColumnIndexes } from './columns.ts'
import { createSizeEstimate } from './estimate-size.ts'
import { readImportText, readTable } from './testing/read-import-text.ts'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function estimate(text: string, maxNames: number) {
  const size = createSizeEstimate(
    toColumnIndexes(['start', 'duration', 'client', 'project', 'task', 'tags', 'notes']),
    maxNames,
  )
  for (const { cells } of readTable(text).records) size.addRecord(cells)
  return size.finish()
}

const toText = (rows: readonly string[][]) =>
  [
    'Start,Duration,Client,Project,Task,Tags,Notes',
    ...rows.map((cells) => ['2026-03-04 09:00', '1:00', ...cells].map(quote).join(',')),
  ].join('\n')

test('M16 the estimate of a file is at least what its rows have', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '😀', ',', ';', ' ', '-', "'", '='), maxLength: 8 })
  const row = fc.tuple(
    cell,
    cell,
    cell,
    fc.array(cell, { maxLength: 5 }).map((tags) => tags.join(', ')),
    cell,
  )
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const text = toText(rows)
      const size = estimate(text, 1_000)
      const { rows: imported } = readImportText(text)
      const distinct = (names: string[]) => new Set(names.filter((name) => name !== '')).size
      const subjects = imported.map(
        ({ client, project, task }) => [client, `${client}\0${project}`, `${client}\0${project}\0${task}`] as const,
      )
      expect(size.rows).toBeGreaterThanOrEqual(imported.length)
      expect(size.entryTags).toBeGreaterThanOrEqual(imported.reduce((sum, { tags }) => sum + tags.length, 0))
      expect(size.clients).toBeGreaterThanOrEqual(distinct(subjects.map(([client]) => client)))
      expect(size.projects).toBeGreaterThanOrEqual(distinct(subjects.map(([, project]) => project)))
      expect(size.tasks).toBeGreaterThanOrEqual(distinct(subjects.map(([, , task]) => task)))
      expect(size.tags).toBeGreaterThanOrEqual(distinct(imported.flatMap(({ tags }) => [...tags])))
      const notes = imported.map(({ notes }) => new TextEncoder().encode(notes).length)
      expect(size.textBytes).toBeGreaterThanOrEqual(notes.reduce((sum, length) => sum + length, 0))
    }),
  )
})

test('M16 names are counted up to a maximum, and long tags not at all', () => {
  const rows = Array.from({ length: 9 }, (_, index) => [
    `c${index}`,
    '',
    '',
    index === 0 ? 'x, '.repeat(8_000) : '',
    '',
  ])
  expect(estimate(toText(rows), 5)).toMatchObject({ rows: 9, clients: 5, entryTags: 0, tags: 0 })
})
