import { StartError } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import type { CheckResult } from './check-result.ts'
import { withSnapshot, openExistingDatabase, type SiteDatabase, type Site, withDatabase } from './site-database.ts'
import { checkTables } from './table-checks.ts'
import { checkTimers } from './timer-checks.ts'

/** Checks all data of a site. It changes nothing and does not block a running server. */
export function verify(site: Site): Promise<CheckResult[]> {
  return withDatabase(openExistingDatabase(site), (database) => {
    const { engine, migrations, location } = database
    if (migrations.length < MIGRATION_NAMES.length)
      throw new StartError(
        `The database (${location}) is that of an older version: start Ritmo once, which brings it up to date.`,
      )
    return withSnapshot(database, (db) => runAllChecks(db, engine))
  })
}

export const runAllChecks = async (db: Db, engine: SiteDatabase['engine']) => [
  ...(await checkTables(db, engine)),
  ...(await checkTimers(db, engine)),
]
