import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import type { SyncEngine } from './engine.ts'
import { applyMutations, type Mutation, toMutationOperation } from './mutations.ts'
import { keepCacheOptimistic, pendingMutations } from './optimistic-cache.ts'
import { createTestSync } from './testing/test-sync.ts'

interface Tag {
  id: string
  name: string
}

let sync: SyncEngine
let client: QueryClient
/** The server's tags. */
let tags: Tag[]
let server: () => Response
let requests: number

const ok = () => Response.json({ ok: true, data: {} })
const unreachable = () => {
  throw new TypeError('no network')
}
const refused = () =>
  Response.json({ ok: false, code: 'conflict', message: 'Because', error: 'Because' }, { status: 409 })

const withPending = (client: QueryClient, items: readonly Tag[]) =>
  applyMutations(pendingMutations(client), 'tags', items)

const TAGS = {
  queryKey: ['tags'],
  queryFn: async ({ client }: { client: QueryClient }) => {
    requests += 1
    return withPending(client, tags)
  },
}
const applyPending = (client: QueryClient) =>
  void client.setQueryData<Tag[]>(['tags'], (items) => items && withPending(client, items))

const rename = (id: string, name: string): Mutation => ({
  list: 'tags',
  requests: [{ method: 'PUT', path: `/tags/${id}`, body: { name } }],
  optimisticPatch: { [id]: { name } },
  failure: 'tags.failed.update',
})
const create = (id: string): Mutation => ({
  ...rename(id, id),
  optimisticPatch: { [id]: { id, name: id } },
  isNew: true,
})
const enqueue = (mutation: Mutation) => sync.enqueue(toMutationOperation(mutation))
const shown = () => client.getQueryData<Tag[]>(['tags'])?.map(({ name }) => name)

beforeEach(async () => {
  tags = [{ id: 'a', name: 'a' }]
  requests = 0
  server = ok
  vi.stubGlobal('fetch', async () => server())
  startSession(sessionToken(newId()))
  const page = createTestSync()
  sync = page
  client = createQueryClient(() => undefined, { sync })
  keepCacheOptimistic(client, sync, [{ applyPending }])
  page.start()
  await sync.whenRead()
  server = unreachable
  await client.fetchQuery(TAGS)
})

afterEach(() => {
  sync.stop()
  client.clear()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

test('Q2 a cached list shows a mutation as soon as it is stored, and after a refetch', async () => {
  await enqueue(rename('a', 'A'))
  expect(shown()).toEqual(['A'])
  await enqueue(create('b'))
  expect(shown()).toEqual(['A', 'b'])
  tags = [...tags, { id: 'c', name: 'c' }]
  await client.refetchQueries({ queryKey: ['tags'] })
  expect(shown()).toEqual(['A', 'c', 'b'])
})

test('Q2 mutations that were stored before show in the first list', async () => {
  await enqueue(rename('a', 'A'))
  const later = createQueryClient(() => undefined, { sync })
  await later.fetchQuery(TAGS)
  expect(later.getQueryData<Tag[]>(['tags'])).toEqual([{ id: 'a', name: 'A' }])
})

test('Q3 lists are fetched again once mutations were sent', async () => {
  await enqueue(rename('a', 'A'))
  expect(client.getQueryState(['tags'])?.isInvalidated).toBe(false)
  server = ok
  tags = [{ id: 'a', name: 'A of the server' }]
  await sync.flush()
  expect(client.getQueryState(['tags'])?.isInvalidated).toBe(true)
  await client.fetchQuery(TAGS)
  expect(shown()).toEqual(['A of the server'])
})

test('Q4 a refused mutation is rolled back', async () => {
  await enqueue(rename('a', 'A'))
  server = refused
  await sync.flush()
  expect(client.getQueryState(['tags'])?.isInvalidated).toBe(true)
  await client.fetchQuery(TAGS)
  expect(shown()).toEqual(['a'])
})

test('Q2 other operations and states leave the cache as it is', async () => {
  await sync.change((data) => [{ ...data, states: { timer: 1 } }, undefined])
  await sync.enqueue({ id: newId(), kind: 'timer-command', items: ['a'], payload: {} })
  expect(client.getQueryState(['tags'])?.isInvalidated).toBe(false)
  expect([shown(), requests]).toEqual([['a'], 1])
})

test('Q5 the mutations of a user who signs out do not invalidate lists of the next', async () => {
  await enqueue(rename('a', 'A'))
  startSession(sessionToken(newId()))
  await sync.whenRead()
  expect(client.getQueryState(['tags'])?.isInvalidated).toBe(false)
  expect(pendingMutations(client)).toEqual([])
})
