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
  ['without a client before those with one',  [ofAcme('1', 'Web'), own('2', 'web')],                     '',     '2'],
  ['of a client where the row names none',    [ofAcme('1', 'web'), ofAcme('2', 'Web')],                  '',     '2'],
  ['… ignoring case'            ,             [ofAcme('1', 'web'), ofAcme('2', 'WEB')],                  '',     '1'],
  ['not of another client',                   [ofAcme('1', 'Web')],                                      'Else', 'a new one'],
  ['not of none where the row names one',     [own('1', 'Web')],                                         'Acme', 'a new one'],
])('M12 a project is found %s', (_why, projects, client, found) => {
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

test('M12 a tag with a comma that the import creates is found again when its name was split at the comma', () => {
  const resolver = createResolver({ tags: [{ id: 'calm', name: 'Calm' }] })
  const { tagIds } = resolver.resolve(rowOf({ tags: ['Deep,\u00A0calm'] }))
  expect(resolver.resolve(rowOf({ tags: ['deep', 'calm'] })).tagIds).toEqual(tagIds)
  expect(resolver.takeNewRecords().tags.map(({ id }) => id)).toEqual(tagIds)
})
