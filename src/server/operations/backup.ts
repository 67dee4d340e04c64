import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '#core/version.ts'
import { StartError } from '#server/config.ts'
import { readSecrets } from '#server/secrets.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { writeArchive } from './archive.ts'
import type { Tallies } from './load-database.ts'
import { withSnapshot, isSystemError, openExistingDatabase, type Site, withDatabase } from './site-database.ts'
import { dumpDatabase, type DumpPart } from './dump-database.ts'

/** Writes a consistent snapshot of a site to one file, while the site may be running. */
export function backup(site: Site, requestedFile?: string) {
  return withDatabase(openExistingDatabase(site), async (database) => {
    const file = requestedFile ?? defaultFile(site.dataDir)
    if (existsSync(file)) throw new StartError(`${file} is there already: a backup overwrites nothing.`)
    const { migrations, engine } = database
    const header = {
      version: VERSION,
      createdAt: new Date().toISOString(),
      migrations,
      secrets: readExistingSecrets(site),
    }
    const tallies: Tallies = {}
    await writeThenRename(file, (draft) =>
      withSnapshot(database, (db) => writeArchive(draft, header, collectTallies(dumpDatabase(db, engine), tallies))),
    )
    return { file, tallies, bytes: statSync(file).size, hasSecrets: header.secrets !== null }
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

async function* collectTallies(parts: AsyncIterable<DumpPart>, tallies: Tallies): AsyncGenerator<DumpPart> {
  let table = ''
  for await (const part of parts) {
    if ('table' in part) table = part.table
    if ('tally' in part) tallies[table] = part.tally
    yield part
  }
}

function defaultFile(dataDir: string) {
  const folder = join(dataDir, 'backups')
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `ritmo-${now}.gz`)
}

/** Does not create the file: if the keys come from settings, there is none. */
const readExistingSecrets = ({ dataDir }: Site) =>
  existsSync(join(dataDir, 'secrets.json')) ? readSecrets(dataDir) : null
