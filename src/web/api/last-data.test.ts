import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#core/units.ts'
import { openDatabase } from './database.ts'
import { keepLastData } from './last-data.ts'
import { newId } from './new-id.ts'
import { createQueryClient } from './query-client.ts'
import { closeSession, startSession } from './session.ts'

const database = openDatabase()

const signIn = (user: string) =>
  startSession(`header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: user }))}.signature`)

/** One page of the app. */
function openPage() {
  const client = createQueryClient(() => undefined)
  const isWanted = ([word]: readonly unknown[]) => word !== 'secret'
  return { client, ...keepLastData({ database, client, isWanted }) }
}

const kept = async () => (await (await database).getAll('queries')).map(({ queryKey }) => queryKey)

beforeEach(() => signIn(newId()))
afterEach(() => {
  closeSession('signed-out')
  vi.useRealTimers()
})

async function visit() {
  const { client } = openPage()
  client.setQueryData(['tags'], ['deep work'])
  client.setQueryData(['secret'], 'no')
  client.setQueryData(['entries', {}], { pages: [[1], [2], [3]], pageParams: [undefined, 'a', 'b'] })
  await expect.poll(kept).toHaveLength(2)
}

test('Q1 the next page finds what was seen last, of long lists the beginning, and what is newer stays', async () => {
  await visit()
  const { client, restore } = openPage()
  client.setQueryData(['tags'], ['newer'])
  await restore()
  expect(client.getQueryData(['tags'])).toEqual(['newer'])
  expect(client.getQueryData(['entries', {}])).toEqual({ pages: [[1], [2]], pageParams: [undefined, 'a'] })
  expect(client.getQueryData(['secret'])).toBeUndefined()
})

test('Q6 the end of a session leaves nothing of it', async () => {
  await visit()
  closeSession('signed-out')
  await expect.poll(kept).toEqual([])
})

test('Q6 nobody sees what another user saw', async () => {
  await visit()
  signIn(newId())
  const { client, restore } = openPage()
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
  await expect.poll(kept).toEqual([])
})

test('Q6 after a week it is gone', async () => {
  await visit()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * DAY_MS + 1 })
  const { client, restore } = openPage()
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
})

test('Q6 what is kept in another shape is not read', async () => {
  await visit()
  const db = await database
  for (const one of await db.getAll('queries')) await db.put('queries', { ...one, version: one.version + 1 })
  const { client, restore } = openPage()
  await restore()
  expect(client.getQueryData(['tags'])).toBeUndefined()
})
