import { StartError } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { MIGRATION_NAMES } from '../db/migrate.ts'
import type { CheckResult } from './check-result.ts'
import { withSnapshot, openExistingDatabase, type SiteDatabase, type Site, withDatabase } from './site-database.ts'
import { checkTables } from './table-checks.ts'
import { checkTimers } from './timer-checks.ts'

/** Reads everything that a site keeps and tells what does not hold. Nothing is changed, and nobody kept waiting. */
export function verify(site: Site): Promise<CheckResult[]> {
  return withDatabase(openExistingDatabase(site), (database) => {
    const { engine, migrations, location: place } = database
    if (migrations.length < MIGRATION_NAMES.length)
      throw new StartError(
        `The database (${place}) is that of an older version: start Ritmo once, which brings it up to date.`,
      )
    return withSnapshot(database, (db) => runAllChecks(db, engine))
  })
}

export const runAllChecks = async (db: Db, engine: SiteDatabase['engine']) => [
  ...(await checkTables(db, engine)),
  ...(await checkTimers(db, engine)),
]
