import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '#server/config.ts'
import { type Database, type Db, openSqlite } from '#server/db/connect.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import { openPostgresWithoutTimeouts } from '#server/db/postgres/postgres.ts'

/** Where the data of a site lie: the settings of the same names. */
export interface Site {
  dataDir: string
  databaseUrl: string | undefined
}

export type SiteDatabase = Pick<Database, 'db' | 'engine' | 'location' | 'close'>

export const sqliteFile = ({ dataDir }: Site) => join(dataDir, 'ritmo.db')

/** A site's database for work that takes long: one connection, on which no statement is cut off. */
export async function openDatabase(site: Site): Promise<SiteDatabase> {
  const opened: SiteDatabase =
    site.databaseUrl === undefined ? openSqlite(sqliteFile(site)) : openPostgresWithoutTimeouts(site.databaseUrl)
  try {
    // What is sorted need not fit into memory.
    await sql.raw(opened.engine === 'sqlite' ? 'pragma temp_store = file' : 'select 1').execute(opened.db)
    return opened
  } catch (error) {
    await opened.close()
    throw new StartError(`The database (${opened.location}) cannot be used: ${summarizeError(error as Error)}`)
  }
}

/** One that is there, with a site's data in it. */
export async function openExistingDatabase(site: Site): Promise<SiteDatabase & { migrations: string[] }> {
  if (site.databaseUrl === undefined && !existsSync(sqliteFile(site)))
    throw new StartError(`There is no database in ${site.dataDir}: set DATA_DIR or DATABASE_URL.`)
  const opened = await openDatabase(site)
  const migrations = await listMigrations(opened).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return { ...opened, migrations }
}

async function listMigrations({ db, location: place }: SiteDatabase) {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db).catch(() => {
    throw new StartError(`The database (${place}) holds nothing of Ritmo.`)
  })
  const migrations = rows.map(({ name }) => name)
  const newer = migrations.filter((name) => !MIGRATION_NAMES.includes(name))
  if (newer.length > 0)
    throw new StartError(`The database (${place}) was made by a newer version of Ritmo (${newer.join(', ')}).`)
  return migrations
}

/** Closes what was opened, however the work ends. */
export async function withDatabase<O extends SiteDatabase, T>(
  opening: Promise<O>,
  work: (database: O) => Promise<T>,
): Promise<T> {
  const database = await opening
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const BEGIN = { sqlite: 'begin deferred', postgres: 'begin isolation level repeatable read read only' }

/** Sees the database as it is at one moment, whatever others write meanwhile, and keeps nobody waiting. */
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

/** Whether something is wrong with a file, a disk or a network. */
export const isSystemError = (error: unknown) => /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code))
