import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { findOrCreateGoogleAccount } from '#server/features/users/google/accounts.ts'
import {
  deleteUser,
  findUserByEmail,
  insertUser,
  lockUser,
  requireUser,
  updateUser,
  type UserRow,
} from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { lockAuthenticatedUser } from './authenticate.ts'
import { hashPassword } from './passwords.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const NOW = Date.parse('2026-03-02T09:00:00Z')
const PASSWORD = 'Correct horse 1'
const NEW_PASSWORD = 'Another river 2'
const GMAIL = { subject: 'g-1', email: 'ann@gmail.com', isAuthoritative: true, name: 'Ann', picture: null, nonce: 'x' }

/** Starts `late` while the transaction of `early` is done but not committed, and returns the outcome of `late`. */
async function runDuringCommit<T>(db: Db, early: (db: Db) => Promise<unknown>, late: () => Promise<T>) {
  const { promise: lateOutcome, resolve } = Promise.withResolvers<T>()
  const earlyOutcome = db.transaction().execute(async (db) => {
    await early(db)
    resolve(late())
    const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
  })
  // Both promises are awaited from the start, because the late one may reject first.
  const [outcome] = await Promise.all([lateOutcome, earlyOutcome])
  return outcome
}

const openGoogleAccount = (db: Db, profile: typeof GMAIL, owner?: UserRow) =>
  findOrCreateGoogleAccount(
    db,
    { profile, owner, invitation: undefined, registration: { mode: 'open', domains: [] } },
    NOW,
  )

const createAnn = (db: Db) => insertUser(db, { id: 'ann', name: 'Ann', email: GMAIL.email, verified_at: 1 }, NOW)
const deleteAnn = async (db: Db) => deleteUser(db, (await findUserByEmail(db, GMAIL.email))!)

// prettier-ignore
test.runIf(isOnPostgres).each([
  ['created', false, createAnn],
  ['deleted', true,  deleteAnn],
])('S29 a Google sign-in while its account is being %s is refused, and works the next time', async (_what, isThere, early) => {
  const { db } = await testApp()
  if (isThere) await createAnn(db)
  const signInWithGoogle = () => transact(db, (db) => openGoogleAccount(db, GMAIL))
  await expect(runDuringCommit(db, early, signInWithGoogle)).rejects.toMatchObject({ code: 'conflict' })
  expect((await signInWithGoogle()).user.google_subject).toBe('g-1')
})

test.runIf(isOnPostgres)('S29 a change of an account that is being deleted is refused', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const deleteUsers = (db: Db) => db.deleteFrom('users').execute()
  expect((await runDuringCommit(db, deleteUsers, () => ann.put('/users/profile', { name: 'Anna' }))).statusCode).toBe(
    401,
  )
})

test.runIf(isOnPostgres)('S29 a second request for a verification mail at the same moment has to wait', async () => {
  const { db, clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  clock.now += 60_000
  const recordRequest = (db: Db) => db.updateTable('users').set({ verification_requested_at: clock.now }).execute()
  const late = await runDuringCommit(db, recordRequest, () => ann.post('/users/request-verification', {}))
  expect(late.statusCode).toBe(429)
  expect(late.headers['retry-after']).toBe('60')
})

test('A8 a session whose account was deleted is unauthenticated', async () => {
  const { db } = await testApp()
  const session = {
    id: 'x',
    userId: 'nobody',
    startedAt: NOW,
    expiresAt: NOW,
    language: null,
    mustVerify: false,
    mustSetUpTwoFactor: false,
  }
  await expect(requireUser(db, session)).rejects.toMatchObject({ code: 'unauthenticated', key: 'unauthenticated' })
})

/** Ann has an account; `reset` changes it as a reset link does, `left` reads the remaining users and sessions. */
async function withReset(environment: Record<string, string> = { RATE_LIMITS: 'on' }) {
  const parts = await testApp(environment)
  const ann = await parts.signUp('Ann')
  const password_hash = await hashPassword(NEW_PASSWORD)
  const reset = async (db: Db) => {
    await updateUser(db, ann.user.id, { password_hash, google_subject: null, pending_email: null }, NOW)
    await endSessions(db, ann.user.id)
  }
  const login = (password = PASSWORD) => parts.post('/users/login', { email: 'ann@example.org', password })
  const left = async () => ({
    users: await parts.db.selectFrom('users').selectAll().execute(),
    sessions: await parts.db.selectFrom('sessions').selectAll().execute(),
  })
  return { ...parts, ann, reset, login, left }
}

/** Runs `meanwhile` while the password of `call` waits in the hashing queue, and returns the outcome of `call`. */
async function runWhileHashing<T>(db: Db, call: () => Promise<T>, meanwhile: (db: Db) => Promise<unknown>) {
  const before = Array.from({ length: 30 }, () => hashPassword('x'))
  const outcome = call()
  const attempts = db.selectFrom('attempts').select('key').where('key', 'like', 'login%')
  await expect.poll(() => attempts.execute(), { interval: 5 }).not.toEqual([])
  await meanwhile(db)
  await Promise.all(before)
  return outcome
}

// prettier-ignore
test.each([
  ['signs in',                 401, 'POST',   'login',           { email: 'ann@example.org', password: PASSWORD }],
  ['changes the password',     409, 'POST',   'change-password', { currentPassword: PASSWORD, newPassword: 'A third tree 3' }],
  ['asks for another address', 409, 'PUT',    'profile',         { email: 'mallory@example.org', currentPassword: PASSWORD }],
  ['deletes the account',      409, 'DELETE', 'profile',         { password: PASSWORD }],
] as const)('A9 a user who %s with the old password during a reset is refused', async (_what, status, method, path, payload) => {
  const { app, db, ann, reset, left } = await withReset()
  const headers = { 'x-auth-token': ann.token }
  const call = async () => app.inject({ method, url: `/api/users/${path}`, headers, payload })
  let expected: unknown
  const reply = await runWhileHashing(db, call, async (db) => {
    await reset(db)
    expected = await left()
  })
  expect(reply.statusCode).toBe(status)
  expect(await left()).toEqual(expected)
})

/** Replaces the hash by one with weaker parameters. */
async function weaken(db: Db) {
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await db.updateTable('users').set({ password_hash: weak }).execute()
}

test('S1 a rehash does not overwrite a password that was changed meanwhile', async () => {
  const { db, reset, login } = await withReset()
  await weaken(db)
  expect((await runWhileHashing(db, login, reset)).statusCode).toBe(401)
  expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
})

test('S1 two sign-ins during the same rehash both succeed', async () => {
  const { db, login } = await withReset()
  await weaken(db)
  const replies = await Promise.all([login(), login()])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('S20 a sign-in by password is refused if a Google sign-in takes over the account meanwhile', async () => {
  const { db, post } = await testApp({ RATE_LIMITS: 'on' })
  await post('/users/register', { name: 'Mallory', email: GMAIL.email, password: PASSWORD })
  const login = () => post('/users/login', { email: GMAIL.email, password: PASSWORD })
  const takeOver = () => transact(db, (db) => openGoogleAccount(db, GMAIL))
  expect((await runWhileHashing(db, login, takeOver)).statusCode).toBe(401)
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('A5 a sign-in while the account is deleted gets the same answer as an unknown address', async () => {
  const { db, login, left } = await withReset()
  const deleteUsers = (db: Db) => db.deleteFrom('users').execute()
  const reply = await runWhileHashing(db, login, deleteUsers)
  expect(reply.statusCode).toBe(401)
  expect(reply.body).toBe((await login()).body)
  expect(await left()).toEqual({ users: [], sessions: [] })
})

// prettier-ignore
test.each([
  [{ email: 'anna@example.org' }, false],
  [{ password_hash: null },       false],
  [{ google_subject: 'g-2' },     false],
  [{ name: 'Anna' },              true],
])('A9 after a change to %j an earlier authentication still counts: %s', async (change, counts) => {
  const { db, ann } = await withReset()
  const authenticated = (await findUserByEmail(db, 'ann@example.org'))!
  const changed = await updateUser(db, ann.user.id, change, NOW)
  expect(await transact(db, (db) => lockAuthenticatedUser(db, authenticated))).toEqual(counts ? changed : undefined)
})

test('S20 a password that was changed meanwhile does not link the Google account', async () => {
  const { db, reset } = await withReset()
  const owner = await findUserByEmail(db, 'ann@example.org')
  await reset(db)
  const profile = { ...GMAIL, email: 'ann@example.org', isAuthoritative: false }
  const account = transact(db, (db) => openGoogleAccount(db, profile, owner))
  await expect(account).rejects.toMatchObject({ key: 'googleNeedsPassword' })
})

test.runIf(isOnPostgres)('A9 a sign-in with the old password at the moment of a reset is refused', async () => {
  const { db, reset, login, left } = await withReset({})
  expect((await runDuringCommit(db, reset, login)).statusCode).toBe(401)
  expect((await left()).sessions).toEqual([])
})

test.runIf(isOnPostgres)('A9 a Google account that is unlinked at the moment of its sign-in is refused', async () => {
  const { db, ann, reset } = await withReset({})
  await updateUser(db, ann.user.id, { google_subject: GMAIL.subject }, NOW)
  const signInWithGoogle = () => transact(db, (db) => openGoogleAccount(db, GMAIL))
  await expect(runDuringCommit(db, reset, signInWithGoogle)).rejects.toMatchObject({ code: 'conflict' })
})

test.runIf(isOnPostgres)('S20 a session that is created at the moment of a take-over is ended', async () => {
  const { db, post } = await testApp()
  await post('/users/register', { name: 'Mallory', email: GMAIL.email, password: PASSWORD })
  const { id } = (await findUserByEmail(db, GMAIL.email))!
  const sessions = () => db.selectFrom('sessions').selectAll().where('user_id', '=', id)
  const [known] = await sessions().execute()
  const signIn = async (db: Db) => {
    await lockUser(db, id)
    await db
      .insertInto('sessions')
      .values({ ...known!, id: 'late' })
      .execute()
  }
  const account = await runDuringCommit(db, signIn, () => transact(db, (db) => openGoogleAccount(db, GMAIL)))
  expect(account.endedSessions?.toSorted()).toEqual([known!.id, 'late'].toSorted())
  expect(await sessions().execute()).toEqual([])
})

const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

/** Ann has an account; `linkTo` is the newest link that was mailed to an address. */
async function withMail() {
  const mail = await testMail()
  const parts = await testApp(mail.settings)
  const ann = await parts.signUp('Ann')
  const linkTo = async (address: string) => {
    await parts.app.mail.deliver()
    return tokenIn(mail.mails.findLast(({ to }) => to[0] === address)!.link)
  }
  return { ...parts, ann, linkTo }
}

test.runIf(isOnPostgres)('S8 a reset link is void if the account changes its address at the same moment', async () => {
  const { db, post, ann, linkTo } = await withMail()
  await linkTo('ann@example.org')
  await post('/users/forgot-password', { email: 'ann@example.org' })
  const token = await linkTo('ann@example.org')
  const deleteUsers = (db: Db) => updateUser(db, ann.user.id, { email: 'anna@example.org' }, NOW)
  const reset = () => post('/users/reset-password', { token, password: NEW_PASSWORD })
  expect((await runDuringCommit(db, deleteUsers, reset)).statusCode).toBe(400)
  expect((await post('/users/login', { email: 'anna@example.org', password: PASSWORD })).statusCode).toBe(200)
})

test.runIf(isOnPostgres)(
  'S9 a verification link is void if the change of address is cancelled at the same moment',
  async () => {
    const { db, post, ann, linkTo } = await withMail()
    await ann.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
    const token = await linkTo('anna@example.org')
    const withdraw = (db: Db) => updateUser(db, ann.user.id, { pending_email: null }, NOW)
    expect((await runDuringCommit(db, withdraw, () => post('/users/verify-email', { token }))).statusCode).toBe(400)
    expect((await ann.get('/users/profile')).json().data.email).toBe('ann@example.org')
  },
)
