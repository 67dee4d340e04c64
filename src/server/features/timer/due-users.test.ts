import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { testApp } from '#server/testing/test-app.ts'
import { claimDueUsers, listDueUnseenUsers, recordDisconnects, upsertTimer } from './queries.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const NOW = Date.parse('2026-03-02T09:00:00Z')

/** Users whose phases are due one second apart, the last one at the present moment. */
async function dueUsers(count: number) {
  const { db, signUp } = await testApp()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { user } = await signUp(`User ${index}`)
    ids.push(user.id)
    await saveTimer(db, user.id, NOW - (count - 1 - index) * 1_000)
  }
  return { db, ids }
}

const saveTimer = (db: Db, user_id: string, due_at: number | null) =>
  upsertTimer(db, { user_id, revision: 1, due_at, saved_until: NOW - 60_000, seen_at: NOW - 60_000 })

test.runIf(isOnPostgres)('O85 servers that look for due phases at the same time get different users', async () => {
  const { db, ids } = await dueUsers(40)
  const claims = await Promise.all([claimDueUsers(db, NOW), claimDueUsers(db, NOW), claimDueUsers(db, NOW)])
  expect(claims.flat().toSorted()).toEqual(ids.toSorted())
  expect(await claimDueUsers(db, NOW)).toEqual([])
})

test.runIf(isOnPostgres)('O85 another server takes over what a server that stopped has claimed', async () => {
  const { db, ids } = await dueUsers(2)
  expect((await claimDueUsers(db, NOW)).toSorted()).toEqual(ids.toSorted())
  expect(await claimDueUsers(db, NOW + 4_999)).toEqual([])
  expect((await claimDueUsers(db, NOW + 5_000)).toSorted()).toEqual(ids.toSorted())
})

test('O85 a phase that is due soon after the last one is found at once', async () => {
  const { db, ids } = await dueUsers(1)
  expect(await claimDueUsers(db, NOW)).toEqual(ids)
  await saveTimer(db, ids[0]!, NOW + 1)
  expect(await claimDueUsers(db, NOW)).toEqual([])
  expect(await claimDueUsers(db, NOW + 1)).toEqual(ids)
})

test('T31 presence is recorded once for each due time, and again after a disconnect', async () => {
  const { db, ids } = await dueUsers(1)
  await saveTimer(db, ids[0]!, NOW + 3_000)
  expect(await listDueUnseenUsers(db, NOW)).toEqual([])
  expect(await listDueUnseenUsers(db, NOW + 5_000)).toEqual(ids)
  await recordDisconnects(db, ids, NOW + 5_000)
  expect(await listDueUnseenUsers(db, NOW + 5_000)).toEqual([])
  await recordDisconnects(db, ids, NOW + 1_000)
  expect(await listDueUnseenUsers(db, NOW + 5_000)).toEqual(ids)
})
