import { StartError } from '../config.ts'
import { lockDataDir } from '../db/lock.ts'
import { fill } from './fill.ts'
import { inSnapshot, open, openKept, type Site, withDatabase } from './open.ts'
import { dump } from './rows.ts'

/** Copies a site's SQLite file into an empty PostgreSQL. The file stays as it is. */
export async function move(site: Site) {
  if (site.databaseUrl === undefined)
    throw new StartError('Set DATABASE_URL to the PostgreSQL that the data of DATA_DIR are to move to.')
  return withDatabase(openKept({ ...site, databaseUrl: undefined }), async (source) => {
    // Whatever was written from now on would stay behind.
    const lock = lockDataDir(site.dataDir)
    try {
      return await withDatabase(open(site), async (target) => {
        const copy = (db: typeof source.db) =>
          fill(target, { migrations: source.migrations, parts: dump(db, source.engine), replace: false })
        return { from: source.place, to: target.place, tallies: await inSnapshot(source, copy) }
      })
    } finally {
      lock.release()
    }
  })
}
