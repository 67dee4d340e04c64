import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { readCatalog } from './catalog.ts'
import type { Database, Db } from './connect.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { recovery } from './migrations/0002-recovery.ts'
import { catalogue } from './migrations/0003-catalogue.ts'
import { timer } from './migrations/0004-timer.ts'
import { reports } from './migrations/0005-reports.ts'
import { imports } from './migrations/0006-imports.ts'
import { plainNames } from './migrations/0007-plain-names.ts'
import { idempotencyKeys } from './migrations/0008-idempotency-keys.ts'
import { type Repair, repairEditedMigrations } from './migrations/0009-repair-edited-migrations.ts'
import { backups } from './migrations/0010-backups.ts'
import { entryOrder } from './migrations/0011-entry-order.ts'
import { formats } from './migrations/0012-formats.ts'
import { importProgress } from './migrations/0013-import-progress.ts'
import { pinnedProjects } from './migrations/0014-pinned-projects.ts'
import { uploads } from './migrations/0015-uploads.ts'
import { archiveRestores } from './migrations/0016-archive-restores.ts'
import { trash } from './migrations/0017-trash.ts'
import { taskEstimates } from './migrations/0018-task-estimates.ts'
import { type EngineStatements, userLookups } from './migrations/0019-user-lookups.ts'
import { claimedTimers } from './migrations/0020-claimed-timers.ts'
import { goals } from './migrations/0021-goals.ts'
import { timerChoices } from './migrations/0022-timer-choices.ts'
import { weekReviewMails } from './migrations/0023-week-review-mails.ts'
import { taskPlans } from './migrations/0024-task-plans.ts'
import { reminders } from './migrations/0025-reminders.ts'
import { securityEvents } from './migrations/0026-security-events.ts'
import { administration } from './migrations/0027-administration.ts'
import { openid } from './migrations/0028-openid.ts'
import { twoFactor } from './migrations/0029-two-factor.ts'
import { apiTokens } from './migrations/0030-api-tokens.ts'
import { webhooks } from './migrations/0031-webhooks.ts'
import { calendars } from './migrations/0032-calendars.ts'
import { sharedReports } from './migrations/0033-shared-reports.ts'
import { describeDifferences, findDifferences, readExpectedSchema } from './schema-differences.ts'
import type { Schema } from './schema.ts'

type Engine = Database['engine']

type Statements = string[] | EngineStatements
type Migration = [name: string, statements: Statements | Repair[]]

/** In the order in which they run. A released migration is never edited: `migrations/checksums.txt` has their hashes. */
const MIGRATIONS: Migration[] = [
  ['0001-accounts', accounts],
  ['0002-recovery', recovery],
  ['0003-catalogue', catalogue],
  ['0004-timer', timer],
  ['0005-reports', reports],
  ['0006-imports', imports],
  ['0007-plain-names', plainNames],
  ['0008-idempotency-keys', idempotencyKeys],
  ['0009-repair-edited-migrations', repairEditedMigrations],
  ['0010-backups', backups],
  ['0011-entry-order', entryOrder],
  ['0012-formats', formats],
  ['0013-import-progress', importProgress],
  ['0014-pinned-projects', pinnedProjects],
  ['0015-uploads', uploads],
  ['0016-archive-restores', archiveRestores],
  ['0017-trash', trash],
  ['0018-task-estimates', taskEstimates],
  ['0019-user-lookups', userLookups],
  ['0020-claimed-timers', claimedTimers],
  ['0021-goals', goals],
  ['0022-timer-choices', timerChoices],
  ['0023-week-review-mails', weekReviewMails],
  ['0024-task-plans', taskPlans],
  ['0025-reminders', reminders],
  ['0026-security-events', securityEvents],
  ['0027-administration', administration],
  ['0028-openid', openid],
  ['0029-two-factor', twoFactor],
  ['0030-api-tokens', apiTokens],
  ['0031-webhooks', webhooks],
  ['0032-calendars', calendars],
  ['0033-shared-reports', sharedReports],
]

export const MIGRATION_NAMES = MIGRATIONS.map(([name]) => name)

const isRepair = (statements: Statements | Repair[]): statements is Repair[] =>
  Array.isArray(statements) && typeof statements[0] === 'object'

const statementsFor = (engine: Engine, statements: Statements) =>
  Array.isArray(statements) ? statements : statements[engine]

/** Every name that a table of any version has or had, except for `migrations` itself. */
export const TABLE_NAMES = MIGRATIONS.flatMap(([, statements]) =>
  isRepair(statements)
    ? []
    : statementsFor('sqlite', statements).flatMap(
        (statement) => /^(?:create table|alter table \w+ rename to) (\w+)/.exec(statement)?.[1] ?? [],
      ),
)

interface MigrateOptions {
  /** Called if the database has no tables yet. If it throws, none are created. */
  onNew?: () => void
  /** Called before an existing database is migrated, under the lock. If it throws, nothing is changed. */
  onPending?: (change: { db: Transaction<Schema>; from: string; to: string }) => Promise<void>
}

/**
 * Applies all pending migrations in one transaction, under a lock: a second process waits until the first is done. Throws
 * if the database is not as this version makes it.
 */
export function migrate({ db, engine }: Pick<Database, 'db' | 'engine'>, { onNew, onPending }: MigrateOptions = {}) {
  return transactWithoutForeignKeys(db, engine, async (db) => {
    // PostgreSQL would end a transaction that waits for the backup.
    if (engine === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    const state = await lockMigrations(db, engine)
    refuseEdited(state.applied, engine)
    const [from, to] = [state.applied.at(-1)?.name, MIGRATION_NAMES.at(-1) ?? '']
    if (from === undefined) onNew?.()
    else if (state.applied.length < MIGRATION_NAMES.length) await onPending?.({ db, from, to })
    const names = await applyPending(db, engine, state)
    await checkSchema(db, engine)
    // Only now is it certain that migrations of the time before checksums were the same ones.
    for (const { name, checksum } of state.applied)
      if (checksum === null)
        await sql`update migrations set checksum = ${checksumOf(name, engine)} where name = ${name}`.execute(db)
    return names
  })
}

/**
 * Runs a transaction in which SQLite neither checks nor follows foreign keys, so that a table can be replaced while others
 * refer to it. They are checked at the end, if rows or tables were changed. PostgreSQL can change a table as it is.
 */
export function transactWithoutForeignKeys<T>(
  db: Db,
  engine: Engine,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (engine === 'postgres') return db.transaction().execute(work)
  return db.connection().execute(async (db) => {
    await sql`pragma foreign_keys = off`.execute(db)
    try {
      return await db.transaction().execute(async (db) => {
        const before = await countChanges(db)
        const result = await work(db)
        if ((await countChanges(db)) !== before) await refuseOrphans(db)
        return result
      })
    } finally {
      await sql`pragma foreign_keys = on`.execute(db)
    }
  })
}

async function countChanges(db: Db) {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes
}

async function refuseOrphans(db: Db) {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  const [orphan] = rows
  if (orphan !== undefined)
    throw new Error(`FOREIGN KEY constraint failed: a row of ${orphan.table} is in no row of ${orphan.parent}`)
}

/**
 * Applies those of the wanted migrations that are pending, and returns their names. If there are rows, the transaction has
 * to be one without foreign keys.
 */
export async function migrateWithin(db: Transaction<Schema>, engine: Engine, wanted = MIGRATION_NAMES) {
  return applyPending(db, engine, { ...(await lockMigrations(db, engine)), wanted })
}

interface MigrationState {
  applied: AppliedMigration[]
  /** Whether the table of migrations is older than checksums. */
  lacksChecksums: boolean
  wanted?: string[]
}

async function applyPending(db: Transaction<Schema>, engine: Engine, state: MigrationState) {
  const { applied, lacksChecksums, wanted = MIGRATION_NAMES } = state
  if (lacksChecksums) await sql`alter table migrations add column checksum text`.execute(db)
  const done = new Set(applied.map(({ name }) => name))
  const pending = MIGRATIONS.filter(([name]) => wanted.includes(name) && !done.has(name))
  // Repairs come first, because the other migrations need a database without faults.
  const ordered = pending.toSorted(([, a], [, b]) => Number(isRepair(b)) - Number(isRepair(a)))
  for (const [name, statements] of ordered) {
    for (const statement of await selectNeeded(db, engine, statements))
      await sql.raw(translate(statement, engine)).execute(db)
    await sql`insert into migrations (name, applied_at, checksum)
      values (${name}, ${Date.now()}, ${checksumOf(name, engine)})`.execute(db)
  }
  return pending.map(([name]) => name)
}

async function selectNeeded(db: Transaction<Schema>, engine: Engine, statements: Statements | Repair[]) {
  if (!isRepair(statements)) return statementsFor(engine, statements)
  const catalog = await readCatalog(db, engine)
  return statements.flatMap(({ isNeeded, statements }) => (isNeeded(catalog) ? statements : []))
}

interface AppliedMigration {
  name: string
  /** Null if it ran before checksums were stored. */
  checksum: string | null
}

/**
 * Waits for other processes that migrate, and lists the applied migrations. It changes no table: the process that makes
 * a backup would wait for that change.
 */
async function lockMigrations(db: Transaction<Schema>, engine: Engine): Promise<MigrationState> {
  // On SQLite every transaction of ours begins with the write lock, which is enough.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7217)`.execute(db)
  await sql`create table if not exists migrations (name text primary key, applied_at bigint not null, checksum text)`.execute(
    db,
  )
  const { rows } = await sql<
    Partial<AppliedMigration> & { name: string }
  >`select * from migrations order by name`.execute(db)
  const newer = rows.map(({ name }) => name).filter((name) => !MIGRATION_NAMES.includes(name))
  if (newer.length > 0) throw new Error(`The database was made by a newer version (${newer.join(', ')}).`)
  return {
    applied: rows.map(({ name, checksum = null }) => ({ name, checksum })),
    lacksChecksums: rows.some(({ checksum }) => checksum === undefined),
  }
}

function refuseEdited(applied: AppliedMigration[], engine: Engine) {
  const edited = applied.filter(({ name, checksum }) => checksum !== null && checksum !== checksumOf(name, engine))
  if (edited.length > 0)
    throw new Error(
      `It was made by another variant of this version: ${edited.map(({ name }) => name).join(', ')} has other ` +
        'statements than those that ran. Install the version that made it, or one that was released after it.',
    )
}

async function checkSchema(db: Transaction<Schema>, engine: Engine) {
  const differences = findDifferences(readExpectedSchema(), await readCatalog(db, engine))
  if (differences.length > 0) throw new Error(describeDifferences(differences))
}

/** The hash of the SQL that a migration runs on an engine. It does not depend on line breaks and indentation. */
export function checksumOf(name: string, engine: Engine) {
  const [, statements = []] = MIGRATIONS.find((migration) => migration[0] === name) ?? []
  const texts = isRepair(statements)
    ? statements.flatMap((repair) => repair.statements)
    : statementsFor(engine, statements)
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${translate(text, engine).replaceAll(/\s+/g, ' ')};\n`)
  return hash.digest('hex')
}

/** Strict tables refuse a value of the wrong type, as PostgreSQL does. Their only type for whole numbers is `integer`. */
function translate(statement: string, engine: Engine) {
  if (engine === 'postgres') return statement
  const translated = statement.replaceAll(/\bbigint\b/g, 'integer')
  return translated.startsWith('create table') ? `${translated} strict` : translated
}
