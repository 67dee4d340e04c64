import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupConfig, StartError } from '#server/config.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { migrate } from '#server/db/migrate.ts'
import { listBackups } from './backups/backup-files.ts'
import { recordBackup } from './backups/backup-schedule.ts'
import { runBackup } from './backups/run-backup.ts'
import type { StoredBackup } from './backups/store-backup.ts'
import type { Site } from './site-database.ts'
import { confirmationFile, isEmptySqlite, markSite } from './site-marker.ts'

/** A migration may build an index over all entries, or wait for another server and its backup. */
const MIGRATION_TIMEOUT_MS = 15 * 60_000

type DatabaseConfig = Site & { backups: BackupConfig }

/** The migration of an existing database. */
export interface DatabaseChange {
  from: string
  to: string
  /** The backup from before; undefined if there were no users, or if it is turned off. */
  backup: string | undefined
  /** Whether an earlier start, whose migration failed, has made the backup. */
  isBackupReused: boolean
}

/**
 * Migrates the database of a server that starts, after a backup of it. Refuses to create a new site in place of one that
 * was there before: anybody could register there.
 */
export async function prepareDatabase(config: DatabaseConfig, isKnownSite: boolean) {
  const refuseNewSite = () => {
    if (isKnownSite && !existsSync(confirmationFile(config))) throw new StartError(describeEmptySite(config))
  }
  if (isEmptySqlite(config)) refuseNewSite()
  const database = connect({ ...config, statementTimeoutMs: MIGRATION_TIMEOUT_MS })
  const { location } = database
  let change: Pick<DatabaseChange, 'from' | 'to'> | undefined
  let stored: StoredBackup | undefined
  try {
    await migrate(database, {
      onNew: refuseNewSite,
      async onPending({ db, from, to }) {
        change = { from, to }
        if (config.backups.isMadeBeforeMigration && (await hasUsers(db))) stored = await backUp(config, location)
      },
    })
    // A backup that may be gone with the container is not the last good one of the site.
    if (stored !== undefined && config.backups.isDurable) await recordBackup(database.db, stored)
    markSite(config)
    return change && ({ ...change, backup: stored?.file, isBackupReused: isReused(stored) } satisfies DatabaseChange)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database (${location}) cannot be used: ${summarizeError(error as Error)}${describeBackup(stored)}`,
    )
  } finally {
    await database.close()
  }
}

const isReused = (stored: StoredBackup | undefined) => stored !== undefined && stored.content === undefined

/** Completes the sentence about a migration that failed. */
function describeBackup(stored: StoredBackup | undefined) {
  if (stored === undefined) return ''
  return ` (the backup from before the migration${isReused(stored) ? ', of an earlier start' : ''}: ${stored.file})`
}

const hasUsers = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).execute()).length > 0

async function backUp(config: DatabaseConfig, location: string) {
  const request = { site: config, target: config.backups, options: { isBeforeMigration: true } }
  return runBackup(request).catch((error: Error) => {
    throw new StartError(
      `The database (${location}) was not migrated, because the backup before it failed: ${summarizeError(error)} ` +
        'Set BACKUP_FOLDER to a folder with space, or BACKUP_BEFORE_MIGRATION=off if you have a backup.',
    )
  })
}

function describeEmptySite(config: DatabaseConfig) {
  const newest = listBackups(config.backups.folder)[0]
  const remedy = newest === undefined ? 'a backup' : `the newest backup, ${join(config.backups.folder, newest.name)},`
  return (
    `The database of this site is empty or gone, although there was a site in ${config.dataDir}: restore ${remedy} ` +
    `with "npm run restore". To begin a new site instead, create the file ${confirmationFile(config)} and start again.`
  )
}
