import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { VERSION } from '#core/version.ts'
import { StartError } from '#server/config.ts'
import { giveToFolderOwner } from '#server/db/sqlite/private-files.ts'
import { readSecrets } from '#server/secrets/secrets.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { checkArchive, collectTallies, writeArchive } from './archive.ts'
import { createBackupFolder, nameBackup } from './backups/backup-files.ts'
import { withSnapshot, isSystemError, openExistingDatabase, type Site, withDatabase } from './site-database.ts'
import { dumpDatabase, type Tallies } from './dump-database.ts'

/** Writes a consistent snapshot of a site to one file, while the site may be running, and reads it back. */
export function backup(site: Site, requestedFile?: string, key?: string) {
  return withDatabase(openExistingDatabase(site), async (database) => {
    const file = requestedFile ?? defaultFile(site, key)
    if (existsSync(file)) throw new StartError(`${file} is there already: a backup overwrites nothing.`)
    const { migrations, engine } = database
    const createdAt = new Date().toISOString()
    const header = { version: VERSION, createdAt, migrations, secrets: readExistingSecrets(site) }
    const tallies: Tallies = {}
    await writeThenRename(file, async (draft) => {
      await withSnapshot(database, (db) =>
        writeArchive(draft, { header, parts: collectTallies(dumpDatabase(db, engine), tallies), key }),
      )
      giveToFolderOwner(draft)
      if (!isDeepStrictEqual((await checkArchive(draft, { key })).tallies, tallies))
        throw new StartError(`${file} could not be read back as it was written: check the disk.`)
    })
    return { file, createdAt, tallies, bytes: statSync(file).size, hasSecrets: header.secrets !== null }
  })
}

/** Writes to a temporary name first, so that a file with the final name is always complete. */
async function writeThenRename(file: string, write: (draft: string) => Promise<void>) {
  const draft = `${file}.part`
  try {
    await write(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(`${draft} is there: another backup is writing it, or was cut off. Delete it if none does.`)
    rmSync(draft, { force: true })
    throw isSystemError(error) ? new StartError(`${file} cannot be written: ${summarizeError(error as Error)}.`) : error
  }
  renameSync(draft, file)
}

function defaultFile({ dataDir }: Site, key: string | undefined) {
  const folder = join(dataDir, 'backups')
  createBackupFolder(folder)
  return join(folder, nameBackup(Date.now(), { isEncrypted: key !== undefined }))
}

/** Does not create the file: if the keys come from settings, there is none. */
const readExistingSecrets = ({ dataDir }: Site) =>
  existsSync(join(dataDir, 'secrets.json')) ? readSecrets(dataDir) : null
