import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/test-app.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import { connect } from '#server/db/connect.ts'

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** Which of the databases of a test answers. */
const placeOf = async (db: ReturnType<typeof connect>['db']) =>
  (await sql<{ schema: string }>`select current_schema as schema`.execute(db)).rows[0]!.schema

async function opened(replicaUrl: string | undefined) {
  const databaseUrl = await testDatabaseUrl()
  const database = connect({ databaseUrl, replicaUrl, dataDir: '' })
  onTestFinished(database.close)
  return { database, own: databaseUrl.match(/test_\w+/)![0] }
}

test.runIf(isOnPostgres)('O18 long questions go to the replica, everything else to the database', async () => {
  const replicaUrl = await testDatabaseUrl()
  const { database, own } = await opened(replicaUrl)
  expect(await placeOf(database.db)).toBe(own)
  expect(replicaUrl).toContain(await placeOf(database.reader))
})

test.runIf(isOnPostgres)('O18 while the replica is away the database answers long questions itself', async () => {
  const { database, own } = await opened(`postgres://postgres@127.0.0.1:${await freePort()}/postgres`)
  expect(await placeOf(database.reader)).toBe(own)
})

test.runIf(isOnPostgres)('O18 long questions, however many, leave connections for everybody else', async () => {
  const { database } = await opened(undefined)
  const long = Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`.execute(database.reader))
  const first = await Promise.race([...long, placeOf(database.db)])
  expect(typeof first).toBe('string')
  await Promise.all(long)
})

const ones = (length: number) => Array<number>(length).fill(1)

// prettier-ignore
test.runIf(isOnPostgres).each([
  ['a few values is kept ready',             sql`select ${sql.join(ones(30))}`,                        1],
  ['a list of any length is not kept',       sql`select 1 where 1 in (${sql.join(ones(31))})`,         0],
  ['a list that is written out is not kept', sql`select 1 where ${1} in (${sql.raw(ones(3_000).join())})`, 0],
])('a statement with %s by PostgreSQL', async (_what, statement, kept) => {
  const { database } = await opened(undefined)
  await statement.execute(database.db)
  const { rows } = await sql`select 1 from pg_prepared_statements`.execute(database.db)
  expect(rows).toHaveLength(kept)
})
