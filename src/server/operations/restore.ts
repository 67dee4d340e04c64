import { existsSync, mkdirSync } from 'node:fs'
import { StartError } from '#server/config.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { replaceSecrets } from '#server/secrets.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { openArchive } from './archive.ts'
import { loadDatabase } from './load-database.ts'
import { openDatabase, type Site, withDatabase } from './site-database.ts'

/** Restores the database and the keys of a site from a backup. */
export async function restore(site: Site, file: string, { replace }: { replace: boolean }) {
  // Reads the whole file first, so that a damaged one is refused before anything is changed.
  for await (const _part of (await openArchive(file)).parts);
  ensureFolder(site.dataDir)
  const lock = site.databaseUrl === undefined ? lockDataDir(site.dataDir) : undefined
  try {
    return await withDatabase(openDatabase(site), async (database) => {
      const { header, parts } = await openArchive(file)
      const tallies = await loadDatabase(database, { migrations: header.migrations, parts, replace })
      if (header.secrets !== null) replaceSecrets(site.dataDir, header.secrets)
      return { location: database.location, createdAt: header.createdAt, hasSecrets: header.secrets !== null, tallies }
    })
  } finally {
    lock?.release()
  }
}

function ensureFolder(dataDir: string) {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made (${summarizeError(error as Error)}).`)
  }
}
