import { sql, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { recovery } from './migrations/0002-recovery.ts'
import { catalogue } from './migrations/0003-catalogue.ts'
import { timer } from './migrations/0004-timer.ts'
import { reports } from './migrations/0005-reports.ts'
import { imports } from './migrations/0006-imports.ts'
import type { Schema } from './schema.ts'

/** In order; one that has landed is never edited again. */
const MIGRATIONS: [name: string, statements: string[]][] = [
  ['0001-accounts', accounts],
  ['0002-recovery', recovery],
  ['0003-catalogue', catalogue],
  ['0004-timer', timer],
  ['0005-reports', reports],
  ['0006-imports', imports],
]

export const MIGRATION_NAMES = MIGRATIONS.map(([name]) => name)

/** What migrations have made, beside the list of themselves. */
export const TABLES = MIGRATIONS.flatMap(([, statements]) =>
  statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []),
)

/** Brings the database up to date in one transaction, under a lock: of two processes, one works and one waits. */
export function migrate({ db, engine }: Database): Promise<string[]> {
  return db.transaction().execute((db) => migrateWithin(db, engine))
}

/** Of those that are wanted, what the database does not have yet. */
export async function migrateWithin(db: Transaction<Schema>, engine: Database['engine'], wanted = MIGRATION_NAMES) {
  // SQLite needs no more than its write lock, which every transaction of ours takes at once.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7217)`.execute(db)
  const applied = await listApplied(db)
  const newer = applied.filter((name) => !MIGRATION_NAMES.includes(name))
  if (newer.length > 0) throw new Error(`The database was made by a newer version (${newer.join(', ')}).`)

  const pending = MIGRATIONS.filter(([name]) => wanted.includes(name) && !applied.includes(name))
  for (const [name, statements] of pending) {
    for (const statement of statements)
      await sql.raw(engine === 'sqlite' ? forSqlite(statement) : statement).execute(db)
    await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(db)
  }
  return pending.map(([name]) => name)
}

async function listApplied(db: Transaction<Schema>) {
  await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Strict tables refuse a value of the wrong type, as PostgreSQL does; there, every whole number is `integer`. */
function forSqlite(statement: string) {
  const translated = statement.replaceAll(/\bbigint\b/g, 'integer')
  return translated.startsWith('create table') ? `${translated} strict` : translated
}
