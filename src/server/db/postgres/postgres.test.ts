import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/test-app.ts'
import { findFreePort } from '../../../../scripts/topology/free-port.ts'
import { connect } from '#server/db/connect.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** The schema in which a connection works: each test database is a schema. */
const schemaOf = async (db: ReturnType<typeof connect>['db']) =>
  (await sql<{ schema: string }>`select current_schema as schema`.execute(db)).rows[0]!.schema

async function openDatabase(replicaUrl: string | undefined) {
  const databaseUrl = await testDatabaseUrl()
  const database = connect({ databaseUrl, replicaUrl, dataDir: '' })
  onTestFinished(database.close)
  return { database, own: databaseUrl.match(/test_\w+/)![0] }
}

test.runIf(isOnPostgres)('O18 long queries go to the replica, all others to the database', async () => {
  const replicaUrl = await testDatabaseUrl()
  const { database, own } = await openDatabase(replicaUrl)
  expect(await schemaOf(database.db)).toBe(own)
  expect(replicaUrl).toContain(await schemaOf(database.reader))
})

test.runIf(isOnPostgres)('O18 while the replica is unreachable, long queries go to the database', async () => {
  const { database, own } = await openDatabase(`postgres://postgres@127.0.0.1:${await findFreePort()}/postgres`)
  expect(await schemaOf(database.reader)).toBe(own)
})

test.runIf(isOnPostgres)('O18 any number of long queries leaves connections for short ones', async () => {
  const { database } = await openDatabase(undefined)
  const long = Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`.execute(database.reader))
  const first = await Promise.race([...long, schemaOf(database.db)])
  expect(typeof first).toBe('string')
  await Promise.all(long)
})

const arrayOfOnes = (length: number) => Array<number>(length).fill(1)

// prettier-ignore
test.runIf(isOnPostgres).each([
  ['few values is prepared',                 sql`select ${sql.join(arrayOfOnes(30))}`,                        1],
  ['a list of parameters is not prepared',   sql`select 1 where 1 in (${sql.join(arrayOfOnes(31))})`,         0],
  ['a list in its text is not prepared',     sql`select 1 where ${1} in (${sql.raw(arrayOfOnes(3_000).join())})`, 0],
])('a statement with %s by PostgreSQL', async (_what, statement, preparedCount) => {
  const { database } = await openDatabase(undefined)
  await statement.execute(database.db)
  const { rows } = await sql`select 1 from pg_prepared_statements`.execute(database.db)
  expect(rows).toHaveLength(preparedCount)
})

test.runIf(isOnPostgres)('O93 a query ends when its signal aborts, and its connection is not used again', async () => {
  const { database } = await openDatabase(undefined)
  const gone = new AbortController()
  const long = sql`select pg_sleep(60), 'a query that nobody waits for'`.execute(database.openReader(gone.signal))
  const others = () =>
    sql`
    select pid from pg_stat_activity
    where query like '%nobody waits for%' and state = 'active' and pid <> pg_backend_pid()`.execute(database.db)
  await expect.poll(async () => (await others()).rows).toHaveLength(1)
  gone.abort(new Error('gone'))
  await expect(long).rejects.toThrow('gone')
  await expect.poll(async () => (await others()).rows).toEqual([])
  const next = database.openReader(new AbortController().signal)
  await expect(sql`select pg_sleep(0.2), 1 as one`.execute(next)).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test.runIf(isOnPostgres)('O18 a question that needs the newest data is answered by the database', async () => {
  const { database, own } = await openDatabase(await testDatabaseUrl())
  const { signal } = new AbortController()
  expect(await schemaOf(database.openReader(signal))).toBe(own)
  expect(await schemaOf(database.openReader(signal, { isFresh: false }))).not.toBe(own)
})
