import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect, type Database, openSqlite } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createSessions } from '#server/features/users/sessions/sessions.ts'
import { deriveVapidKeys } from '#server/secrets/vapid.ts'
import { startMailServer } from './mail-server.ts'
import { signUp } from './sign-up.ts'

/** Starts the whole server with its own database on the engine under test. It stops with the test. */
export async function testApp(
  environment: Record<string, string> = {},
  webDir = 'nowhere',
  opened?: Promise<Database>,
) {
  const clock = { now: Date.parse('2026-03-02T09:00:00Z') }
  const database: TestDatabase = await (opened ?? testDatabase())
  const server = (opened === undefined && database.forServer) || database
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...environment })
  const sessionSecret = 'a secret that only the tests have, 32+'
  const vapidKeys = deriveVapidKeys(Buffer.alloc(32, 7))
  const now = () => clock.now
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const app = await createApp({ config, ...server, sessionSecret, vapidKeys, now, checkReplies: true, webDir, logTo })
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  /** Posts without a session. */
  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
  return {
    app,
    db: database.db,
    /** The connections of the server itself, for tests that watch or break them. */
    serverDb: server.db,
    clock,
    config,
    sessionSecret,
    vapidKeys,
    /** Log lines; none unless `LOG_LEVEL` is set. */
    log,
    post,
    signUp: (name: string) => signUp({ app, db: database.db, sessions: createSessions(sessionSecret, now), now }, name),
  }
}

/** Starts a mail server for one test, with the settings that point to it. */
export async function testMail() {
  const server = await startMailServer()
  onTestFinished(server.stop)
  return { ...server, settings: { SMTP_URL: server.url, PUBLIC_URL: 'https://ritmo.example.org' } }
}

type TestDatabase = Database & {
  /** `npm run partitioned` records the statements of the server, which has connections of its own then. */
  forServer?: Database
}

/** An empty migrated database on the engine under test. */
export const testDatabase = (): Promise<TestDatabase> =>
  process.env['TEST_DATABASE_URL'] ? testPostgres() : testSqlite()

export async function testSqlite() {
  const database = openSqlite(':memory:')
  template ??= readTemplate()
  const { statements, migrations } = await template
  for (const statement of statements) await sql.raw(statement).execute(database.db)
  await database.db.withTables<Migrations>().insertInto('migrations').values(migrations).execute()
  return database
}

type Migrations = {
  migrations: { name: string; applied_at: number; checksum: string | null }
}

/** A migrated SQLite as statements, because running all migrations takes longer than most tests. */
let template: ReturnType<typeof readTemplate> | undefined

async function readTemplate() {
  const { db, close } = await migrated(openSqlite(':memory:'))
  const schema = await sql<{ sql: string }>`select sql from sqlite_schema where sql is not null`.execute(db)
  const migrations = await db.withTables<Migrations>().selectFrom('migrations').selectAll().execute()
  await close()
  return { statements: schema.rows.map(({ sql }) => sql), migrations }
}

/** On a stalled machine, inserting the rows of a test takes longer than the server's timeout. */
const STATEMENT_TIMEOUT_MS = 60_000

/** Databases of finished tests, emptied for reuse, because creating one takes longer than most tests. */
const emptied: { url: URL; tables: string }[] = []

async function testPostgres() {
  const { url, tables } = emptied.pop() ?? (await newPostgres())
  onTestFinished(async () => {
    // A database whose tables a test has changed cannot be reused.
    if ((await asAdmin(url, TABLES)) !== tables) return
    await asAdmin(url, EMPTY)
    emptied.push({ url, tables })
  })
  const database = connect({ databaseUrl: url.href, dataDir: '', statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  // On a stalled machine the first connection takes longer than the server's timeout, so it is opened before the test.
  const ping = () => sql`select 1`.execute(database.db)
  await ping().catch(ping)
  if (PARTITIONS === undefined) return database
  const { href: databaseUrl } = withOption(url, RECORDED)
  const forServer = connect({ databaseUrl, dataDir: '', statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  onTestFinished(forServer.close)
  return { ...database, forServer }
}

async function newPostgres() {
  const url = await newSchema()
  await (await migrated(connect({ databaseUrl: url.href, dataDir: '' }))).close()
  await partitionByUser(url)
  return { url, tables: await asAdmin(url, TABLES) }
}

const TABLES = `select string_agg(tablename, ' ' order by tablename) as answer from pg_tables
  where schemaname = current_schema`
const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = current_schema and tablename <> 'migrations' loop
    execute format('delete from %I', name);
  end loop;
end $$`

/** Set by `npm run partitioned`: the number of partitions of each table of user data. */
const PARTITIONS = process.env['TEST_DATABASE_PARTITIONS']
/** `npm run partitioned` turns recording off for all other connections. */
const RECORDED = 'pg_stat_statements.track=top'
const PARTITION_SCRIPT = join(import.meta.dirname, '../../../deploy/postgres/partition-by-user.sql')

/** Does what operators do with the script. */
export async function partitionByUser(url: URL) {
  if (PARTITIONS !== undefined)
    await asAdmin(withOption(url, `ritmo.partitions=${PARTITIONS}`), readFileSync(PARTITION_SCRIPT, 'utf8'))
}

async function migrated(database: Database) {
  await migrate(database)
  return database
}

const DROP = 'do $$ begin execute format($q$drop schema %I cascade$q$, current_schema); end $$'

/** An empty PostgreSQL for one test. */
export async function testDatabaseUrl() {
  const url = await newSchema()
  onTestFinished(async () => void (await asAdmin(url, DROP)))
  return url.href
}

/** Creates a schema, which is far cheaper than a database (docs/decisions/0005). */
async function newSchema() {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const schema = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(url, `create schema ${schema}`)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url
}

/** The address with a setting of its connections. */
function withOption(url: URL, setting: string) {
  const other = new URL(url)
  other.searchParams.set('options', `${other.searchParams.get('options')} -c ${setting}`)
  return other
}

async function asAdmin(url: URL, statement: string) {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ answer: string }>(statement)
  await client.end()
  return rows[0]?.answer ?? ''
}
