import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/config.ts'
import { lockDataDir } from '#server/db/sqlite/data-dir-lock.ts'
import { giveToFolderOwner } from '#server/db/sqlite/private-files.ts'
import { replaceSecrets } from '#server/secrets/secrets.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { checkArchive, openArchive } from './archive.ts'
import type { DecryptOptions } from './backups/encryption.ts'
import { loadDatabase } from './load-database.ts'
import { isDamage } from './damage.ts'
import { openDatabase, type Site, sqliteFile, withDatabase } from './site-database.ts'

interface RestoreOptions extends DecryptOptions {
  /** Whether the existing data may be deleted. */
  replace: boolean
}

/** Restores the database and the keys of a site from a backup. */
export async function restore(site: Site, file: string, options: RestoreOptions) {
  // Reads the whole file first, so that a damaged one is refused before anything is changed.
  await checkArchive(file, options)
  ensureFolder(site.dataDir)
  const lock = site.databaseUrl === undefined ? lockDataDir(site.dataDir) : undefined
  try {
    const putBack = setDamagedFileAside(site, options.replace)
    return await loadArchive(site, file, options).catch((error: unknown) => {
      putBack()
      throw error
    })
  } finally {
    lock?.release()
  }
}

function loadArchive(site: Site, file: string, { replace, ...options }: RestoreOptions) {
  return withDatabase(openDatabase(site), async (database) => {
    const { header, parts } = await openArchive(file, options)
    const tallies = await loadDatabase(database, { migrations: header.migrations, parts, replace })
    if (header.secrets !== null) {
      replaceSecrets(site.dataDir, header.secrets)
      giveToFolderOwner(join(site.dataDir, 'secrets.json'))
    }
    return { location: database.location, createdAt: header.createdAt, hasSecrets: header.secrets !== null, tallies }
  })
}

const SQLITE_FILES = ['', '-wal', '-shm']

/** The tables of a damaged SQLite file cannot be dropped, so a new file takes its place. Returns how to undo that. */
function setDamagedFileAside(site: Site, replace: boolean) {
  const file = sqliteFile(site)
  if (site.databaseUrl !== undefined || !existsSync(file) || !isDamagedFile(file)) return () => {}
  if (!replace) throw new StartError(`${file} is damaged: restore with --replace, which keeps it under another name.`)
  const aside = `${file}.damaged-${Date.now()}`
  const moved = SQLITE_FILES.filter((ending) => existsSync(`${file}${ending}`))
  for (const ending of moved) renameSync(`${file}${ending}`, `${aside}${ending}`)
  return () => {
    for (const ending of SQLITE_FILES) rmSync(`${file}${ending}`, { force: true })
    for (const ending of moved) renameSync(`${aside}${ending}`, `${file}${ending}`)
  }
}

function isDamagedFile(file: string) {
  try {
    const database = new DatabaseSync(file)
    const [first] = database.prepare('pragma quick_check(1)').all()
    database.close()
    return first?.['quick_check'] !== 'ok'
  } catch (error) {
    if (isDamage(error)) return true
    throw error
  }
}

function ensureFolder(dataDir: string) {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made (${summarizeError(error as Error)}).`)
  }
}
