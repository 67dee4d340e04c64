import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/test-app.ts'
import { migrate } from './migrate.ts'

test('a database that is up to date is not changed', async () => {
  expect(await migrate(await testDatabase())).toEqual([])
})

test('O7 a database of a newer version is refused', async () => {
  const database = await testDatabase()
  await sql`insert into migrations (name, applied_at) values ('9999-future', 0)`.execute(database.db)
  const message = await migrate(database).catch(String)
  // On PostgreSQL the next test may reuse this database.
  await sql`delete from migrations where name = '9999-future'`.execute(database.db)
  expect(message).toContain('newer version (9999-future)')
})

test('both engines refuse a value of the wrong type', async () => {
  const { db } = await testDatabase()
  const wrong = sql`insert into users (id, name, email, created_at, updated_at) values ('u', 'u', 'u', 'yesterday', 0)`
  await expect(wrong.execute(db)).rejects.toThrow(
    /cannot store TEXT value in INTEGER|invalid input syntax for type bigint/,
  )
})

test('a row without its user is refused', async () => {
  const { db } = await testDatabase()
  const orphan = db
    .insertInto('sessions')
    .values({ id: 's', user_id: 'nobody', user_agent: '', created_at: 0, seen_at: 0, expires_at: 0 })
  await expect(orphan.execute()).rejects.toThrow(/foreign key/i)
})

test('a failed transaction is rolled back, and concurrent transactions run one after the other', async () => {
  const { db } = await testDatabase()
  const user = (id: string) => ({
    id,
    name: id,
    email: id,
    password_hash: null,
    picture: null,
    preferred_language: null,
    theme: null,
    verified_at: null,
    created_at: 1,
    updated_at: 1,
  })
  const failing = db.transaction().execute(async (db) => {
    await db.insertInto('users').values(user('lost')).execute()
    throw new Error('on purpose')
  })
  const kept = db.transaction().execute((db) => db.insertInto('users').values(user('kept')).execute())
  await expect(failing).rejects.toThrow('on purpose')
  await kept
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'kept' }])
})
