import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { StartError } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { MIGRATION_NAMES, migrateWithin, transactWithoutForeignKeys } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SiteDatabase } from './site-database.ts'
import { jsonToRows } from './read-pages.ts'
import { type DumpPart, type Tallies, tallyTable } from './dump-database.ts'
import { listTables, type Table } from './tables.ts'

type Engine = SiteDatabase['engine']

export interface LoadOptions {
  /** The migrations of the database that the rows come from. */
  migrations: string[]
  parts: AsyncIterable<DumpPart>
  /** Whether the existing data may be deleted. */
  replace: boolean
}

const DISCONNECT_WAIT_MS = 3_000
const NOT_FITTING = 'The data do not fit the tables of the version that they name.'

/**
 * Replaces the content of a database by the rows of another one. It creates the tables of the version that the rows come
 * from, loads the rows, compares them with their tallies, and then applies the newer migrations: all in one transaction.
 */
export async function loadDatabase(
  { db, engine, location }: SiteDatabase,
  { migrations, parts, replace }: LoadOptions,
): Promise<Tallies> {
  // Each version has all migrations of the one before.
  if (migrations.some((name, index) => name !== MIGRATION_NAMES[index])) throw new StartError(NOT_FITTING)
  if (engine === 'postgres') await refuseWhileInUse(db, location)
  const tallies = await transactWithoutForeignKeys(db, engine, async (db) => {
    await dropTables(db, engine, { location, replace })
    await migrateWithin(db, engine, migrations)
    const tallies = await loadParts(db, engine, parts)
    await migrateWithin(db, engine)
    return tallies
  })
  // Without fresh statistics PostgreSQL would choose bad query plans until its next automatic `analyze`.
  if (engine === 'postgres') await sql`analyze`.execute(db)
  return tallies
}

/** Servers have the `application_name` of this command. PostgreSQL lists them for a moment after they disconnect. */
async function refuseWhileInUse(db: Db, location: string) {
  const others = sql`select from pg_stat_activity where datname = current_database()
    and application_name = current_setting('application_name') and pid <> pg_backend_pid()`
  const deadline = performance.now() + DISCONNECT_WAIT_MS
  while ((await others.execute(db)).rows.length > 0) {
    if (performance.now() > deadline) throw new StartError(`A Ritmo still uses ${location}: stop it first.`)
    await sleep(50)
  }
}

async function dropTables(db: Db, engine: Engine, { location, replace }: { location: string; replace: boolean }) {
  const tables = await listTables(db, engine)
  const hasUsers = tables.some(({ name }) => name === 'users')
  const isInUse = hasUsers && (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
  if (isInUse && !replace)
    throw new StartError(`There are users in ${location} already: give an empty one, or restore with --replace.`)
  for (const { name } of tables.toReversed()) await sql`drop table ${sql.table(name)}`.execute(db)
  await sql`drop table if exists migrations`.execute(db)
}

async function loadParts(db: Transaction<Schema>, engine: Engine, parts: AsyncIterable<DumpPart>) {
  const tables = new Map((await listTables(db, engine)).map((table) => [table.name, table]))
  const tallies: Tallies = {}
  let table: TargetTable | undefined
  for await (const part of parts)
    if ('table' in part) table = withColumns(tables.get(part.table), part.columns)
    else if (table === undefined) throw new Error('Rows of no table')
    else if ('lines' in part) await insert(db, engine, table, part.lines)
    else {
      const found = await tallyTable(db, engine, table)
      if (!isDeepStrictEqual(found, part.tally)) throw new Error(`${table.name} did not arrive as it was sent`)
      tallies[table.name] = found
    }
  return tallies
}

/** Columns that the first version of a migration did not create. They are 0 in a new row. */
const ADDED_COLUMNS: Record<string, string[]> = { timers: ['settled_at'] }

interface TargetTable extends Table {
  /** Columns without a value in the rows: they get 0. */
  zeroColumns: string[]
}

/** Puts the columns of a table in the order of the values in its rows. */
function withColumns(table: Table | undefined, names: string[]): TargetTable {
  const columns = names.flatMap((name) => table?.columns.find((column) => column.name === name) ?? [])
  const zeroColumns = table?.columns.map(({ name }) => name).filter((name) => !names.includes(name)) ?? []
  const isKnown = (name: string) => ADDED_COLUMNS[table?.name ?? '']?.includes(name) ?? false
  if (table === undefined || columns.length < names.length || !zeroColumns.every(isKnown))
    throw new StartError(NOT_FITTING)
  return { ...table, columns, zeroColumns }
}

/** Inserts a whole page of rows by one statement: a statement for each row would take far longer. */
async function insert(db: Db, engine: Engine, { name, columns, zeroColumns }: TargetTable, lines: string[]) {
  const names = sql.join([...columns.map(({ name }) => name), ...zeroColumns].map((name) => sql.ref(name)))
  const values = sql.join([
    ...columns.map(({ type }, index) => sql.raw(`cast(line.value ->> ${index} as ${type})`)),
    ...zeroColumns.map(() => sql.raw('0')),
  ])
  await sql`insert into ${sql.table(name)} (${names}) select ${values} from ${jsonToRows(engine, lines)} as line`.execute(
    db,
  )
}
