import { StartError } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import type { CheckResult } from './check-result.ts'
import { describeDamage } from './damage.ts'
import { withSnapshot, openExistingDatabase, type SiteDatabase, type Site, withDatabase } from './site-database.ts'
import { checkFile, checkSchema } from './structure-checks.ts'
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
    return withSnapshot(database, (db) => runAllChecks(db, engine, site))
  })
}

/** On a damaged file, or without all tables, the checks of the rows would fail themselves. */
export async function runAllChecks(db: Db, engine: SiteDatabase['engine'], site?: Site): Promise<CheckResult[]> {
  const pages = engine === 'sqlite' ? [await checkFile(db)] : []
  const [damaged] = pages.filter(({ wrong }) => wrong > 0)
  if (damaged !== undefined)
    return [{ ...damaged, ...(site && { remedy: describeDamage(site, damaged.examples[0] ?? damaged.what) }) }]
  const schema = await checkSchema(db, engine)
  if (schema.wrong > 0) return [...pages, schema]
  return [...pages, schema, ...(await checkTables(db, engine)), ...(await checkTimers(db, engine))]
}
