import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { listBackups } from './backups/backup-files.ts'

/** The settings that say where the backups of a site are. */
export interface BackupPlace {
  dataDir: string
  /** By default a folder in `dataDir`. */
  backups?: { folder: string }
}

/** CORRUPT and NOTADB of SQLite, and damaged data or indexes of PostgreSQL. */
const SQLITE_DAMAGE = [11, 26]
const POSTGRES_DAMAGE = ['XX001', 'XX002']

/** Whether a query failed because the file of the database is damaged. */
export function isDamage(error: unknown): error is Error {
  const { code = '', errcode = 0 } = error as Error & { code?: string; errcode?: number }
  return SQLITE_DAMAGE.includes(errcode & 0xff) || POSTGRES_DAMAGE.includes(code)
}

/** Names the tables of a SQLite file that cannot be read: its own message does not. */
export async function describeDamagedTables({ db, engine }: Pick<Database, 'db' | 'engine'>, error: Error) {
  if (engine === 'postgres') return summarizeError(error)
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db).then(
    ({ rows }) => rows.map(({ name }) => name),
    // The list of tables itself is damaged.
    () => [],
  )
  const damaged: string[] = []
  for (const name of tables) {
    const check = sql`pragma integrity_check(${sql.lit(name)})`.execute(db)
    await check.catch((error: unknown) => isDamage(error) && damaged.push(`table ${name} or an index of it`))
  }
  return [summarizeError(error), ...damaged].join(', ')
}

/** One sentence that says what to do about a damaged database. */
export function describeDamage({ dataDir, backups }: BackupPlace, damage: string) {
  const folder = backups?.folder ?? join(dataDir, 'backups')
  const newest = listBackups(folder)[0]
  const file = newest === undefined ? 'FILE' : join(folder, newest.name)
  const age = newest === undefined ? 'the newest backup' : `the backup of ${new Date(newest.at).toISOString()}`
  return `The database is damaged (${damage}): stop the server and restore ${age} with "npm run restore -- ${file} --replace".`
}
