import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder, removeFolder } from '../../../../scripts/topology/managed-process.ts'
import { createPgBouncer } from '../../../../scripts/topology/pgbouncer.ts'
import { findProgram } from '../../../../scripts/topology/programs.ts'
import { connect } from '#server/db/connect.ts'

const databaseUrl = process.env['TEST_DATABASE_URL']

/** Connects directly or through a PgBouncer of the test, to a database without tables of ours. */
const WAYS = {
  'on PostgreSQL': async () => databaseUrl!,
  async 'through PgBouncer'() {
    const folder = createTemporaryFolder('ritmo-pgbouncer-')
    const bouncer = await createPgBouncer(folder, databaseUrl!)
    await bouncer.start()
    onTestFinished(async () => {
      await bouncer.stop()
      removeFolder(folder)
    })
    return bouncer.url
  },
}

async function open(way: keyof typeof WAYS, options: { poolSize?: number; statementTimeoutMs?: number } = {}) {
  const database = connect({ databaseUrl: await WAYS[way](), dataDir: '', ...options })
  onTestFinished(database.close)
  return database
}

const LIMITS = sql<{ statement: string; idle: string }>`select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`

/** Whether PostgreSQL still executes the statement that contains a text. */
const isRunning = async ({ db }: ReturnType<typeof connect>, text: string) =>
  (
    await sql`select from pg_stat_activity
      where state = 'active' and query like ${`%${text}%`} and pid <> pg_backend_pid()`.execute(db)
  ).rows.length > 0

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
  const canRun = databaseUrl && (way === 'on PostgreSQL' || findProgram('pgbouncer') !== undefined)

  test.runIf(canRun)(`O95 ${way} the limits hold for a transaction, and for nothing after it`, async () => {
    const database = await open(way, { poolSize: 1 })
    const inTransaction = await database.db.transaction().execute((db) => LIMITS.execute(db))
    expect(inTransaction.rows).toEqual([{ statement: '5s', idle: '10s' }])
    const inSnapshot = await database.withSnapshot(new AbortController().signal, (db) => LIMITS.execute(db))
    expect(inSnapshot.rows).toEqual([{ statement: '30s', idle: '10s' }])
    expect((await LIMITS.execute(database.db)).rows).toEqual([{ statement: '0', idle: '0' }])
  })

  test.runIf(canRun)(`O95 ${way} a statement that takes too long ends`, async () => {
    const database = await open(way, { statementTimeoutMs: 300 })
    const other = await open(way)
    const within = database.db.transaction().execute((db) => sql`select pg_sleep(60)`.execute(db))
    await expect(within).rejects.toMatchObject({ code: '57014' })
    // Outside of a transaction the node itself has to end it.
    await expect(sql`select pg_sleep(60), 'left alone'`.execute(database.db)).rejects.toMatchObject({ code: '57014' })
    await expect.poll(() => isRunning(other, 'left alone')).toBe(false)
  })

  test.runIf(canRun)(`O95 ${way} any number of connections can share statements`, async () => {
    const databases = await Promise.all([open(way), open(way)])
    const count = async (index: number) => {
      const { db } = databases[index % 2]!
      const single = await sql<{ index: number }>`select ${index}::int as index`.execute(db)
      const within = await db.transaction().execute(async (db) => {
        await sql`select ${index}::int + 1 as index`.execute(db)
        return sql<{ index: number }>`select ${index}::int as index`.execute(db)
      })
      return [single.rows[0]?.index, within.rows[0]?.index]
    }
    const counted = await Promise.all(Array.from({ length: 200 }, (_, index) => count(index)))
    expect(counted).toEqual(counted.map((_, index) => [index, index]))
  })
}
