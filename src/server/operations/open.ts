import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../config.ts'
import { type Database, type Db, openSqlite } from '../db/connect.ts'
import { reasonOf } from '../db/failures.ts'
import { MIGRATION_NAMES } from '../db/migrate.ts'
import { openPatientPostgres } from '../db/postgres.ts'

/** Where the data of a site lie: the settings of the same names. */
export interface Site {
  dataDir: string
  databaseUrl: string | undefined
}

export type Opened = Pick<Database, 'db' | 'engine' | 'place' | 'close'>

export const sqliteFile = ({ dataDir }: Site) => join(dataDir, 'ritmo.db')

/** A site's database for work that takes long: one connection, on which no statement is cut off. */
export async function open(site: Site): Promise<Opened> {
  const opened: Opened =
    site.databaseUrl === undefined ? openSqlite(sqliteFile(site)) : openPatientPostgres(site.databaseUrl)
  try {
    // What is sorted need not fit into memory.
    await sql.raw(opened.engine === 'sqlite' ? 'pragma temp_store = file' : 'select 1').execute(opened.db)
    return opened
  } catch (error) {
    await opened.close()
    throw new StartError(`The database (${opened.place}) cannot be used: ${reasonOf(error as Error)}`)
  }
}

/** One that is there, with a site's data in it. */
export async function openKept(site: Site): Promise<Opened & { migrations: string[] }> {
  if (site.databaseUrl === undefined && !existsSync(sqliteFile(site)))
    throw new StartError(`There is no database in ${site.dataDir}: set DATA_DIR or DATABASE_URL.`)
  const opened = await open(site)
  const migrations = await listMigrations(opened).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return { ...opened, migrations }
}

async function listMigrations({ db, place }: Opened) {
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
export async function withDatabase<O extends Opened, T>(
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
export function inSnapshot<T>({ db, engine }: Opened, work: (db: Db) => Promise<T>): Promise<T> {
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
export const isOfSystem = (error: unknown) => /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code))
