import { expect, test } from 'vitest'
import type { ImportedRow } from '#core/import/vocabulary.ts'
import { createCatalogue, type Names } from './catalogue.ts'

const NOTHING: Names = { clients: [], projects: [], tasks: [], tags: [] }
const open = (names: Partial<Names>) => createCatalogue({ ...NOTHING, ...names }, { project: 'Rest', now: 0 })
const rowOf = (named: Partial<ImportedRow>): ImportedRow => ({
  line: 2,
  start: 0,
  end: 1,
  durationMs: 1,
  client: '',
  project: 'Web',
  task: '',
  tags: [],
  notes: '',
  entry: undefined,
  ...named,
})

test('M12 a tag that is made on the way is found again where its comma tore it apart', () => {
  const catalogue = open({ tags: [{ id: 'calm', name: 'Calm' }] })
  const { tagIds } = catalogue.subjectOf(rowOf({ tags: ['Deep,\u00A0calm'] }))
  expect(catalogue.subjectOf(rowOf({ tags: ['deep', 'calm'] })).tagIds).toEqual(tagIds)
  expect(catalogue.takeNew().tags.map(({ id }) => id)).toEqual(tagIds)
})
