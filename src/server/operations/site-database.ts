import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '#server/config.ts'
import { type Database, type Db, openSqlite } from '#server/db/connect.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import { openPostgresWithoutTimeouts } from '#server/db/postgres/postgres.ts'
import { type BackupPlace, describeDamage, describeDamagedTables, isDamage } from './damage.ts'

/** The settings that say where the data of a site are. */
export interface Site extends BackupPlace {
  databaseUrl: string | undefined
}

export type SiteDatabase = Pick<Database, 'db' | 'engine' | 'location' | 'close'>

export const sqliteFile = ({ dataDir }: Site) => join(dataDir, 'ritmo.db')

/** Opens the database of a site for long operations: with one connection and without timeouts. */
export async function openDatabase(site: Site): Promise<SiteDatabase> {
  const database: SiteDatabase =
    site.databaseUrl === undefined ? openSqlite(sqliteFile(site)) : openPostgresWithoutTimeouts(site.databaseUrl)
  try {
    // Sorts in temporary files, because the data may not fit into memory.
    await sql.raw(database.engine === 'sqlite' ? 'pragma temp_store = file' : 'select 1').execute(database.db)
    return database
  } catch (error) {
    await database.close()
    if (isDamage(error)) throw new StartError(describeDamage(site, summarizeError(error)))
    throw new StartError(`The database (${database.location}) cannot be used: ${summarizeError(error as Error)}`)
  }
}

/** Opens a database that must exist and contain the tables of Ritmo. */
export async function openExistingDatabase(site: Site): Promise<SiteDatabase & { migrations: string[] }> {
  if (site.databaseUrl === undefined && !existsSync(sqliteFile(site)))
    throw new StartError(`There is no database in ${site.dataDir}: set DATA_DIR or DATABASE_URL.`)
  const database = await openDatabase(site)
  const migrations = await listMigrations(database).catch(async (error: unknown) => {
    const sentence = isDamage(error) && describeDamage(site, await describeDamagedTables(database, error))
    await database.close()
    throw sentence ? new StartError(sentence) : error
  })
  return { ...database, migrations }
}

async function listMigrations({ db, location }: SiteDatabase) {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`
    .execute(db)
    .catch((error: Error) => {
      throw isMissingTable(error) ? new StartError(`The database (${location}) holds nothing of Ritmo.`) : error
    })
  const migrations = rows.map(({ name }) => name)
  const newer = migrations.filter((name) => !MIGRATION_NAMES.includes(name))
  if (newer.length > 0)
    throw new StartError(`The database (${location}) was made by a newer version of Ritmo (${newer.join(', ')}).`)
  return migrations
}

/** Closes the database after the work, whether it succeeds or fails. */
export async function withDatabase<D extends SiteDatabase, T>(
  opening: Promise<D>,
  work: (database: D) => Promise<T>,
): Promise<T> {
  const database = await opening
  try {
    return await work(database)
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new StartError(
      `The database (${database.location}) is damaged: ${summarizeError(error)}. Run "npm run verify", which tells more.`,
    )
  } finally {
    await database.close()
  }
}

/** No such table, on both engines. */
const isMissingTable = ({ code, message }: Error & { code?: string }) =>
  code === '42P01' || message.startsWith('no such table')

const BEGIN = { sqlite: 'begin deferred', postgres: 'begin isolation level repeatable read read only' }

/** Runs queries on one consistent snapshot of the database, without blocking concurrent writes. */
export function withSnapshot<T>({ db, engine }: SiteDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (db) => {
    await sql.raw(BEGIN[engine]).execute(db)
    try {
      return await work(db)
    } finally {
      await sql`rollback`.execute(db)
    }
  })
}

/** Whether an error comes from the operating system (file, disk or network). */
export const isSystemError = (error: unknown) => /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code))
