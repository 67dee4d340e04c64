import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { testApp } from '#server/testing/test-app.ts'
import { admitFromGoogle } from './google-accounts.ts'
import { deleteUser, findUserByEmail, insertUser, presentUser } from './queries.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const NOW = Date.parse('2026-03-02T09:00:00Z')
const GMAIL = { subject: 'g-1', email: 'ann@gmail.com', isAuthoritative: true, name: 'Ann', picture: null, nonce: 'x' }

/** What becomes of `late` that begins when `early` is done, but nobody else can see it yet. */
async function overtaken<T>(db: Db, early: (db: Db) => Promise<unknown>, late: () => Promise<T>) {
  const { promise: outcome, resolve } = Promise.withResolvers<T>()
  await db.transaction().execute(async (db) => {
    await early(db)
    resolve(late())
    const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
  })
  return outcome
}

const newcomer = (db: Db) => insertUser(db, { id: 'ann', name: 'Ann', email: GMAIL.email, verified_at: 1 }, NOW)
const deletion = async (db: Db) => deleteUser(db, (await findUserByEmail(db, GMAIL.email))!)

// prettier-ignore
test.runIf(isOnPostgres).each([
  ['registers', false, newcomer],
  ['leaves',    true,  deletion],
])('S29 who comes by Google in the moment in which the account %s may come again', async (_what, isThere, early) => {
  const { db } = await testApp()
  if (isThere) await newcomer(db)
  const admit = () => transact(db, (db) => admitFromGoogle(db, GMAIL, undefined, NOW))
  await expect(overtaken(db, early, admit)).rejects.toMatchObject({ code: 'conflict' })
  expect((await admit()).user.google_subject).toBe('g-1')
})

test.runIf(isOnPostgres)('S29 a change of an account that leaves in the same moment is refused', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const leave = (db: Db) => db.deleteFrom('users').execute()
  expect((await overtaken(db, leave, () => ann.put('/users/profile', { name: 'Anna' }))).statusCode).toBe(401)
})

test.runIf(isOnPostgres)(
  'S29 who asks for another mail in the moment in which one is asked for is to wait',
  async () => {
    const { db, clock, signUp } = await testApp()
    const ann = await signUp('Ann')
    clock.now += 60_000
    const ask = (db: Db) => db.updateTable('users').set({ verification_requested_at: clock.now }).execute()
    const late = await overtaken(db, ask, () => ann.post('/users/request-verification', {}))
    expect(late.statusCode).toBe(429)
    expect(late.headers['retry-after']).toBe('60')
  },
)

test('A8 a session whose account is gone is that of a stranger', async () => {
  const { db } = await testApp()
  const session = { id: 'x', userId: 'nobody', startedAt: NOW, expiresAt: NOW, language: null }
  await expect(presentUser(db, session)).rejects.toMatchObject({ code: 'unauthenticated', key: 'unauthenticated' })
})
