import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate, MIGRATION_NAMES, migrateWithin, transactWithoutForeignKeys } from '#server/db/migrate.ts'
import { verify } from '#server/operations/verify.ts'
import { testDatabase } from '#server/testing/test-app.ts'
import { testSite } from '#server/testing/test-site.ts'
import { assignLookup, claimLookup, deleteExpiredLookups, findUserId, releaseLookup } from './user-lookups.ts'

const BEFORE = MIGRATION_NAMES.slice(0, MIGRATION_NAMES.indexOf('0019-user-lookups'))

const USER = '(id, name, email, google_subject, created_at, updated_at)'
const TOKEN = '(hash, purpose, user_id, email, expires_at)'
const SUBSCRIPTION = '(user_id, id, session_id, endpoint, p256dh, auth, language, created_at)'
const ROWS = [
  `insert into users ${USER} values ('u', 'Ann', 'u@example.org', 'g-1', 1, 2), ('v', 'Bob', 'v@example.org', null, 3, 4)`,
  `insert into sessions (id, user_id, created_at, expires_at) values ('s', 'u', 5, 90), ('t', 'v', 6, 91)`,
  `insert into tokens ${TOKEN} values ('h1', 'reset', 'u', 'u@example.org', 7), ('h2', 'restore', 'u', 'old@example.org', 8),
    ('h3', 'restore', 'v', 'old@example.org', 9), ('h4', 'google', 'v', null, 10), ('h5', 'network', 'v', null, 11)`,
  `insert into emails (id, kind, user_id, email, language, attempts, due_at, created_at)
    values ('e', 'verify', 'u', 'u@example.org', 'en', 0, 1, 1), ('f', 'reset', null, 'x@example.org', 'en', 0, 1, 1)`,
  // Two users of one browser, and a subscription with the session of another user.
  `insert into push_subscriptions ${SUBSCRIPTION} values ('u', 'p', 's', 'https://p', 'k', 'a', 'en', 1),
    ('v', 'p', 't', 'https://p', 'k', 'a', 'en', 2), ('u', 'q', 't', 'https://q', 'k', 'a', 'en', 1)`,
  `insert into projects (user_id, id, name, description, color, status, created_at, updated_at)
    values ('u', 'a', 'Project', '', '#112233', 'active', 1, 1)`,
]

/** A site of the version before, with the rows of two users. */
async function formerSite() {
  const site = await testSite()
  const database = connect(site)
  onTestFinished(database.close)
  await database.db.transaction().execute(async (db) => {
    await migrateWithin(db, database.engine, BEFORE)
    for (const statement of ROWS) await sql.raw(statement).execute(db)
  })
  return { site, database }
}

test('O101 an older database keeps its rows, and everything unique leads to its user', async () => {
  const { site, database } = await formerSite()
  const { db } = database
  const read = async (table: string, columns: string) =>
    (await sql.raw<Record<string, unknown>>(`select ${columns} from ${table} order by 1, 2`).execute(db)).rows
  const tables = ['users', 'sessions', 'emails', 'projects']
  const before = await Promise.all(tables.map((table) => read(table, 'id, created_at')))
  await migrate(database)
  expect(await Promise.all(tables.map((table) => read(table, 'id, created_at')))).toEqual(before)
  expect(await read('tokens', 'hash, user_id, expires_at')).toEqual([
    { hash: 'h1', user_id: 'u', expires_at: 7 },
    { hash: 'h2', user_id: 'u', expires_at: 8 },
    { hash: 'h3', user_id: 'v', expires_at: 9 },
    { hash: 'h5', user_id: 'v', expires_at: 11 },
  ])
  expect(await read('push_subscriptions', 'id, user_id, session_id')).toEqual([
    { id: 'p', user_id: 'v', session_id: 't' },
  ])
  expect(await read('user_lookups', 'kind, key, user_id, expires_at')).toEqual([
    { kind: 'email', key: 'u@example.org', user_id: 'u', expires_at: null },
    { kind: 'email', key: 'v@example.org', user_id: 'v', expires_at: null },
    { kind: 'google', key: 'g-1', user_id: 'u', expires_at: null },
    { kind: 'nonce', key: 'h4', user_id: 'v', expires_at: 10 },
    { kind: 'push', key: 'p', user_id: 'v', expires_at: 91 },
    { kind: 'reserved-email', key: 'old@example.org', user_id: 'v', expires_at: 9 },
    { kind: 'token', key: 'h1', user_id: 'u', expires_at: 7 },
    { kind: 'token', key: 'h2', user_id: 'u', expires_at: 8 },
    { kind: 'token', key: 'h3', user_id: 'v', expires_at: 9 },
  ])
  expect((await verify(site)).filter(({ wrong }) => wrong > 0)).toEqual([])
  await db.deleteFrom('users').execute()
  for (const table of ['sessions', 'tokens', 'push_subscriptions', 'projects'])
    expect(await read(table, '*')).toEqual([])
})

test('O101 a database in which a row has lost its user is not migrated', async () => {
  const { database } = await formerSite()
  const orphan = transactWithoutForeignKeys(database.db, database.engine, (db) =>
    sql`insert into tags (user_id, id, name, name_key, color, created_at, updated_at)
      values ('nobody', 't', 'Tag', 'tag', '#112233', 1, 1)`.execute(db),
  )
  await expect(orphan).rejects.toThrow(/foreign key/i)
  // The connection checks foreign keys again.
  const late = sql`insert into sessions (id, user_id, created_at, expires_at) values ('x', 'nobody', 1, 1)`
  await expect(late.execute(database.db)).rejects.toThrow(/foreign key/i)
})

test('O101 a key has one user, until it is released or given to another', async () => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  const key = { kind: 'email', key: 'a@example.org' } as const
  expect(await claimLookup(db, { ...key, userId: 'u' })).toBe(true)
  expect(await claimLookup(db, { ...key, userId: 'v' })).toBe(false)
  await releaseLookup(db, { ...key, userId: 'v' })
  expect(await findUserId(db, key)).toBe('u')
  await releaseLookup(db, { ...key, userId: 'u' })
  expect(await findUserId(db, key)).toBe(undefined)
  await assignLookup(db, { ...key, userId: 'u', expiresAt: 5 })
  await assignLookup(db, { ...key, userId: 'v', expiresAt: 9 })
  expect([await findUserId(db, key, 8), await findUserId(db, key, 9)]).toEqual(['v', undefined])
  await deleteExpiredLookups(db, 8)
  expect(await findUserId(db, key)).toBe('v')
  await deleteExpiredLookups(db, 9)
  expect(await findUserId(db, key)).toBe(undefined)
})
