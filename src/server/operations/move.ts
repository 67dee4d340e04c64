import { StartError } from '#server/config.ts'
import { lockDataDir } from '#server/db/sqlite/data-dir-lock.ts'
import { loadDatabase } from './load-database.ts'
import { withSnapshot, openDatabase, openExistingDatabase, type Site, withDatabase } from './site-database.ts'
import { dumpDatabase } from './dump-database.ts'

/** Copies the SQLite database of a site into an empty PostgreSQL database. The SQLite file is not changed. */
export async function move(site: Site) {
  if (site.databaseUrl === undefined)
    throw new StartError('Set DATABASE_URL to the PostgreSQL that the data of DATA_DIR are to move to.')
  return withDatabase(openExistingDatabase({ ...site, databaseUrl: undefined }), async (source) => {
    // No server may write to the file from here on: its changes would not be copied.
    const lock = lockDataDir(site.dataDir)
    try {
      return await withDatabase(openDatabase(site), async (target) => {
        const copy = (db: typeof source.db) =>
          loadDatabase(target, {
            migrations: source.migrations,
            parts: dumpDatabase(db, source.engine),
            replace: false,
          })
        return { from: source.location, to: target.location, tallies: await withSnapshot(source, copy) }
      })
    } finally {
      lock.release()
    }
  })
}
