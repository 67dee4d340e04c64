import { sql, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { recovery } from './migrations/0002-recovery.ts'
import { catalogue } from './migrations/0003-catalogue.ts'
import { timer } from './migrations/0004-timer.ts'
import { reports } from './migrations/0005-reports.ts'
import { imports } from './migrations/0006-imports.ts'
import { plainNames } from './migrations/0007-plain-names.ts'
import { idempotencyKeys } from './migrations/0008-idempotency-keys.ts'
import type { Schema } from './schema.ts'

/** In the order in which they run. A released migration is never edited. */
const MIGRATIONS: [name: string, statements: string[]][] = [
  ['0001-accounts', accounts],
  ['0002-recovery', recovery],
  ['0003-catalogue', catalogue],
  ['0004-timer', timer],
  ['0005-reports', reports],
  ['0006-imports', imports],
  ['0007-plain-names', plainNames],
  ['0008-idempotency-keys', idempotencyKeys],
]

export const MIGRATION_NAMES = MIGRATIONS.map(([name]) => name)

/** Every name that a table of any version has or had, except for `migrations` itself. */
export const TABLE_NAMES = MIGRATIONS.flatMap(([, statements]) =>
  statements.flatMap((statement) => /^(?:create table|alter table \w+ rename to) (\w+)/.exec(statement)?.[1] ?? []),
)

/** Applies all pending migrations in one transaction, under a lock: a second process waits until the first is done. */
export function migrate({ db, engine }: Database): Promise<string[]> {
  return db.transaction().execute((db) => migrateWithin(db, engine))
}

/** Applies those of the wanted migrations that are pending, and returns their names. */
export async function migrateWithin(db: Transaction<Schema>, engine: Database['engine'], wanted = MIGRATION_NAMES) {
  // On SQLite every transaction of ours begins with the write lock, which is enough.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7217)`.execute(db)
  const applied = await listApplied(db)
  const newer = applied.filter((name) => !MIGRATION_NAMES.includes(name))
  if (newer.length > 0) throw new Error(`The database was made by a newer version (${newer.join(', ')}).`)

  const pending = MIGRATIONS.filter(([name]) => wanted.includes(name) && !applied.includes(name))
  for (const [name, statements] of pending) {
    for (const statement of statements) await sql.raw(engine === 'sqlite' ? toSqlite(statement) : statement).execute(db)
    await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(db)
  }
  return pending.map(([name]) => name)
}

async function listApplied(db: Transaction<Schema>) {
  await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Strict tables refuse a value of the wrong type, as PostgreSQL does. Their only type for whole numbers is `integer`. */
function toSqlite(statement: string) {
  const translated = statement.replaceAll(/\bbigint\b/g, 'integer')
  return translated.startsWith('create table') ? `${translated} strict` : translated
}
