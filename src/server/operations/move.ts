import { StartError } from '../config.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { loadDatabase } from './load-database.ts'
import { withSnapshot, openDatabase, openExistingDatabase, type Site, withDatabase } from './site-database.ts'
import { dumpDatabase } from './dump-database.ts'

/** Copies a site's SQLite file into an empty PostgreSQL. The file stays as it is. */
export async function move(site: Site) {
  if (site.databaseUrl === undefined)
    throw new StartError('Set DATABASE_URL to the PostgreSQL that the data of DATA_DIR are to move to.')
  return withDatabase(openExistingDatabase({ ...site, databaseUrl: undefined }), async (source) => {
    // Whatever was written from now on would stay behind.
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
