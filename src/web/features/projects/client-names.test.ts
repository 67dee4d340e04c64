import { expect, test } from 'vitest'
import type { Client } from '#contract/clients.ts'
import { type Project, PROJECT_DEFAULTS } from '#contract/projects.ts'
import { withClientNames } from './client-names.ts'

const TIMES = { createdAt: '2026-03-01T09:00:00.000Z', updatedAt: '2026-03-01T09:00:00.000Z' }
const NORTHWIND: Client = { id: 'c1', name: 'Northwind', contactInfo: '', color: '#0284c7', projects: [], ...TIMES }
const projectOf = (client: string | null): Project => ({
  ...PROJECT_DEFAULTS,
  ...TIMES,
  id: 'p1',
  name: 'Atlas',
  openTasks: 0,
  user: 'u1',
  client,
})

// prettier-ignore
test.each([
  ['a project with a client has its name',                     'c1', [NORTHWIND], 'Northwind'],
  ['a project without a client has none',                      null, [NORTHWIND], undefined],
  ['a client is unknown, not none, while there is no list',    'c1', undefined,   ''],
  ['a client that the list lacks is unknown, not none',        'c2', [NORTHWIND], ''],
])('Q1 %s', (_, client, clients, name) => {
  expect(withClientNames([projectOf(client)], clients)[0]?.clientName).toBe(name)
})
