import { expect, test } from 'vitest'
import type { ImportedRow } from '#core/import/import-model.ts'
import { createNameResolver, type ExistingRecords } from './name-resolver.ts'

const NOTHING: ExistingRecords = { clients: [], projects: [], tasks: [], tags: [] }
const createResolver = (names: Partial<ExistingRecords>) =>
  createNameResolver({ ...NOTHING, ...names }, { project: 'Rest', now: 0 })
const rowOf = (named: Partial<ImportedRow>): ImportedRow => ({
  line: 2,
  start: 0,
  end: 1,
  durationMs: 1,
  client: '',
  project: 'Web',
  task: '',
  tags: [],
  areTagsExact: false,
  notes: '',
  entry: undefined,
  ...named,
})

const ACME = { id: 'acme', name: 'Acme' }
const own = (id: string, name: string) => ({ id, name, client_id: null })
const ofAcme = (id: string, name: string) => ({ id, name, client_id: 'acme' })

// prettier-ignore
test.each<[why: string, projects: ExistingRecords['projects'], client: string, found: string]>([
  ['by its exact name',                       [own('1', 'web'), own('2', 'Web'), own('3', 'Web')],       '',     '2'],
  ['ignoring case',                           [own('1', 'WEB'), own('2', 'web')],                        '',     '1'],
  ['under its client',                        [own('1', 'Web'), ofAcme('2', 'web'), ofAcme('3', 'Web')], 'Acme', '3'],
  ['under its client, ignoring case'        , [own('1', 'Web'), ofAcme('2', 'web')],                     'ACME', '2'],
  ['without a client',                        [ofAcme('1', 'Web'), own('2', 'web')],                     '',     '2'],
  ['not of a client where the row names none', [ofAcme('1', 'Web'), ofAcme('2', 'web')],                 '',     'a new one'],
  ['not of another client',                   [ofAcme('1', 'Web')],                                      'Else', 'a new one'],
  ['not of none where the row names one',     [own('1', 'Web')],                                         'Acme', 'a new one'],
])('M30 a project is found %s', (_why, projects, client, found) => {
  const resolver = createResolver({ clients: [ACME], projects })
  const { projectId } = resolver.resolve(rowOf({ client }))
  const isNew = resolver.takeNewRecords().projects.some(({ id }) => id === projectId)
  expect(isNew ? 'a new one' : projectId).toBe(found)
})

test('M12 a project that the import creates is found again, ignoring case', () => {
  const resolver = createResolver({ clients: [ACME] })
  const [first, second, other] = ['Web', 'wEB', 'Shop'].map((project) =>
    resolver.resolve(rowOf({ client: 'Acme', project })),
  )
  expect(second).toEqual(first)
  expect(resolver.takeNewRecords().projects.map(({ id }) => id)).toEqual([first!.projectId, other!.projectId])
})

// prettier-ignore
test.each<[why: string, tag: ExistingRecords['tags'][number], row: Partial<ImportedRow>, tagIds: string[]]>([
  ['as they were before the import', { id: '1', name: 'Deep, calm' },                    { tags: ['deep', 'calm'] },                     ['1']],
  ['unless this import made them',   { id: '1', name: 'Deep, calm', isImporting: true }, { tags: ['deep', 'calm'] },                     ['new', 'new']],
  ['unless the file quotes tags',    { id: '1', name: 'Deep, calm' },                    { tags: ['deep', 'calm'], areTagsExact: true }, ['new', 'new']],
  ['and whole ones in any case',     { id: '1', name: 'Deep, calm', isImporting: true }, { tags: ['deep, calm'] },                       ['1']],
])('M12 tags that were split at their commas are rejoined %s', (_why, tag, row, tagIds) => {
  const found = createResolver({ tags: [tag] }).resolve(rowOf(row)).tagIds
  expect(found.map((id) => (id === '1' ? id : 'new'))).toEqual(tagIds)
})

test('M30 the order of rows with tags that look like others that were split does not matter', () => {
  const rows = [
    rowOf({ tags: ['Deep,\u00A0calm'] }),
    rowOf({ tags: ['deep', 'calm'] }),
    rowOf({ tags: ['deep, calm'], areTagsExact: true }),
  ]
  const namesOf = (rows: ImportedRow[]) => {
    const resolver = createResolver({})
    for (const row of rows) resolver.resolve(row)
    return resolver
      .takeNewRecords()
      .tags.map(({ name }) => name.normalize('NFKC').toLowerCase())
      .toSorted()
  }
  expect(namesOf(rows)).toEqual(['calm', 'deep', 'deep, calm'])
  expect(namesOf(rows.toReversed())).toEqual(namesOf(rows))
})
