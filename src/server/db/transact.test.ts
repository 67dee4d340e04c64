import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#server/errors.ts'
import { testDatabase } from '#server/testing/test-app.ts'
import type { Db } from './connect.ts'
import { isDatabaseUnreachable } from './error-classification.ts'
import { transact } from './transact.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const write = (db: Db, key: string) =>
  db
    .insertInto('attempts')
    .values({ key, count: 1, ends_at: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ count: sql`${row.ref('attempts.count')} + 1` })),
    )
    .execute()

const counts = async (db: Db) =>
  Object.fromEntries((await db.selectFrom('attempts').selectAll().execute()).map((row) => [row.key, row.count]))

test('O16 a transaction that throws a refusal is rolled back and not retried', async () => {
  const { db } = await testDatabase()
  let tries = 0
  const work = transact(db, async (db) => {
    tries += 1
    await write(db, 'a')
    throw new Refusal('conflict', 'conflict')
  })
  await expect(work).rejects.toThrow(Refusal)
  expect(tries).toBe(1)
  expect(await counts(db)).toEqual({})
})

test.runIf(isOnPostgres)('O16 of two transactions in a deadlock both succeed, each once', async () => {
  const { db } = await testDatabase()
  await Promise.all([write(db, 'a'), write(db, 'b')])
  let arrived = 0
  let tries = 0
  const both = Promise.withResolvers<void>()
  const work = (first: string, second: string) =>
    transact(db, async (db) => {
      tries += 1
      await write(db, first)
      arrived += 1
      if (arrived === 2) both.resolve()
      await both.promise
      await write(db, second)
    })
  await Promise.all([work('a', 'b'), work('b', 'a')])
  expect(tries).toBeGreaterThan(2)
  expect(await counts(db)).toEqual({ a: 3, b: 3 })
})

test.runIf(isOnPostgres)('O16 a transaction whose connection breaks is retried, and applied once', async () => {
  const { db } = await testDatabase()
  let tries = 0
  await transact(db, async (own) => {
    tries += 1
    await write(own, 'a')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    if (tries === 1) await sql`select pg_terminate_backend(${rows[0]!.pid}, 1000)`.execute(db)
    await write(own, 'b')
  })
  expect(tries).toBe(2)
  expect(await counts(db)).toEqual({ a: 1, b: 1 })
})

test.runIf(isOnPostgres)('O16 a transaction whose commit got no reply is not retried', async () => {
  const { db } = await testDatabase()
  let tries = 0
  const work = transact(db, async (own) => {
    tries += 1
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 1000)`.execute(db)
  })
  await expect(work).rejects.toSatisfy(isDatabaseUnreachable)
  expect(tries).toBe(1)
})

test.runIf(isOnPostgres)('O17 a table that a newer version has altered is still read', async () => {
  const { db } = await testDatabase()
  const read = () => db.selectFrom('attempts').selectAll().execute()
  const readInTransaction = () => transact(db, (db) => db.selectFrom('attempts').selectAll().execute())
  await read()
  await sql`alter table attempts add column added text`.execute(db)
  await read()
  await readInTransaction()
  await sql`alter table attempts drop column added`.execute(db)
  await readInTransaction()
  expect(await read()).toEqual([])
})
