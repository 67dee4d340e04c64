import { existsSync, mkdirSync } from 'node:fs'
import { StartError } from '../config.ts'
import { lockDataDir } from '../db/lock.ts'
import { replaceSecrets } from '../secrets.ts'
import { reasonOf } from '../db/failures.ts'
import { openArchive } from './archive.ts'
import { fill } from './fill.ts'
import { open, type Site, withDatabase } from './open.ts'

/** Makes a site's database and keys what they were when a backup was written. */
export async function restore(site: Site, file: string, { replace }: { replace: boolean }) {
  // Read to its end before anything is touched.
  for await (const _part of (await openArchive(file)).parts);
  makeFolder(site.dataDir)
  const lock = site.databaseUrl === undefined ? lockDataDir(site.dataDir) : undefined
  try {
    return await withDatabase(open(site), async (database) => {
      const { header, parts } = await openArchive(file)
      const tallies = await fill(database, { migrations: header.migrations, parts, replace })
      if (header.secrets !== null) replaceSecrets(site.dataDir, header.secrets)
      return { place: database.place, createdAt: header.createdAt, hasSecrets: header.secrets !== null, tallies }
    })
  } finally {
    lock?.release()
  }
}

function makeFolder(dataDir: string) {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made (${reasonOf(error as Error)}).`)
  }
}
