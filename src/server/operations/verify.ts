import { StartError } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { MIGRATION_NAMES } from '../db/migrate.ts'
import type { Finding } from './findings.ts'
import { inSnapshot, openKept, type Opened, type Site, withDatabase } from './open.ts'
import { checkTables } from './table-checks.ts'
import { checkTimers } from './timer-checks.ts'

/** Reads everything that a site keeps and tells what does not hold. Nothing is changed, and nobody kept waiting. */
export function verify(site: Site): Promise<Finding[]> {
  return withDatabase(openKept(site), (database) => {
    const { engine, migrations, place } = database
    if (migrations.length < MIGRATION_NAMES.length)
      throw new StartError(
        `The database (${place}) is that of an older version: start Ritmo once, which brings it up to date.`,
      )
    return inSnapshot(database, (db) => findAll(db, engine))
  })
}

export const findAll = async (db: Db, engine: Opened['engine']) => [
  ...(await checkTables(db, engine)),
  ...(await checkTimers(db, engine)),
]
