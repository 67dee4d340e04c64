import { hashKey } from '@tanstack/react-query'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { DAY_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { openDatabase } from './database.ts'
import { persistQueries, replyVersion } from './query-persistence.ts'

const database = openDatabase()

const signIn = (user: string) => startSession(sessionToken(user))

const endpoint = (reply: Endpoint['reply']): Endpoint => ({ method: 'GET', path: '/tags', summary: 'Tags', reply })
const NAMES = endpoint(z.array(z.string()))

/** A page of a version of the app that expects certain replies. */
function openPage(reply = NAMES) {
  const client = createQueryClient(() => undefined)
  const versionOf = ([name]: readonly unknown[]) => (name === 'secret' ? undefined : replyVersion([reply]))
  return { client, ...persistQueries({ database, client, versionOf }) }
}

const storedKeys = async () => (await (await database).getAll('queries')).map(({ queryKey }) => queryKey)

beforeEach(() => signIn(newId()))
afterEach(() => {
  closeSession('signed-out')
  vi.useRealTimers()
})

async function storeResults() {
  const { client } = openPage()
  client.setQueryData(['tags'], ['deep work'])
  client.setQueryData(['secret'], 'no')
  client.setQueryData(['entries', {}], { pages: [[1], [2], [3]], pageParams: [undefined, 'a', 'b'] })
  await expect.poll(storedKeys).toHaveLength(2)
}

test('Q1 the next page restores the latest results, only the first pages of a long list, and replaces no newer data', async () => {
  await storeResults()
  const { client, restore } = openPage()
  client.setQueryData(['tags'], ['newer'])
  await restore()
  expect(client.getQueryData(['tags'])).toEqual(['newer'])
  expect(client.getQueryData(['entries', {}])).toEqual({ pages: [[1], [2]], pageParams: [undefined, 'a'] })
  expect(client.getQueryData(['secret'])).toBeUndefined()
})

test('Q1 the result of one query is restored alone', async () => {
  await storeResults()
  const { client, restore } = openPage()
  await restore(hashKey(['tags']))
  expect(client.getQueryData(['tags'])).toEqual(['deep work'])
  expect(client.getQueryData(['entries', {}])).toBeUndefined()
})

test('Q6 the end of a session deletes its stored results', async () => {
  await storeResults()
  closeSession('signed-out')
  await expect.poll(storedKeys).toEqual([])
})

test('Q6 results of one user are not restored for another', async () => {
  await storeResults()
  signIn(newId())
  const { client, restore } = openPage()
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
  await expect.poll(storedKeys).toEqual([])
})

test('Q6 results are not restored after a week', async () => {
  await storeResults()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY_MS + 1 })
  const { client, restore } = openPage()
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
})

test('Q6 a reply of an older shape is not restored', async () => {
  await storeResults()
  const { client, restore } = openPage(endpoint(z.array(z.object({ name: z.string() }))))
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
})

const Tag = z.object({ id: z.string(), name: z.string() })

// prettier-ignore
test.each<[what: string, reply: Endpoint['reply'], isSame: boolean]>([
  ['the same fields',            z.array(z.object({ id: z.string(), name: z.string() })),                   true],
  ['another field',              z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })), false],
  ['a field that may be absent', z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),       false],
  ['an item in place of a list', Tag,                                                                       false],
  ['other enum values',          z.array(z.object({ id: z.string(), name: z.enum(['a']) })),                false],
])('Q6 the version of a reply changes with its shape: %s', (_what, reply, isSame) => {
  expect(replyVersion([endpoint(reply)]) === replyVersion([endpoint(z.array(Tag))])).toBe(isSame)
})
