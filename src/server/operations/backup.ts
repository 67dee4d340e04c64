import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '#core/version.ts'
import { StartError } from '../config.ts'
import { readSecrets } from '../secrets.ts'
import { reasonOf } from '../db/failures.ts'
import { writeArchive } from './archive.ts'
import type { Tallies } from './fill.ts'
import { inSnapshot, isOfSystem, openKept, type Site, withDatabase } from './open.ts'
import { dump, type Part } from './rows.ts'

/** Writes all that a site knows to one file, as it is at one moment, while the site goes on. */
export function backup(site: Site, wanted?: string) {
  return withDatabase(openKept(site), async (database) => {
    const file = wanted ?? datedFile(site.dataDir)
    if (existsSync(file)) throw new StartError(`${file} is there already: a backup overwrites nothing.`)
    const { migrations, engine } = database
    const header = { version: VERSION, createdAt: new Date().toISOString(), migrations, secrets: keptSecrets(site) }
    const tallies: Tallies = {}
    await complete(file, (draft) =>
      inSnapshot(database, (db) => writeArchive(draft, header, counted(dump(db, engine), tallies))),
    )
    return { file, tallies, bytes: statSync(file).size, hasSecrets: header.secrets !== null }
  })
}

/** What is cut off half-way goes by another name, and is taken away. */
async function complete(file: string, write: (draft: string) => Promise<void>) {
  const draft = `${file}.part`
  try {
    await write(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(`${draft} is there: another backup is writing it, or was cut off. Delete it if none does.`)
    rmSync(draft, { force: true })
    throw isOfSystem(error) ? new StartError(`${file} cannot be written: ${reasonOf(error as Error)}.`) : error
  }
  renameSync(draft, file)
}

async function* counted(parts: AsyncIterable<Part>, tallies: Tallies): AsyncGenerator<Part> {
  let table = ''
  for await (const part of parts) {
    if ('table' in part) table = part.table
    if ('tally' in part) tallies[table] = part.tally
    yield part
  }
}

function datedFile(dataDir: string) {
  const folder = join(dataDir, 'backups')
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `ritmo-${now}.gz`)
}

/** Where all keys are set from outside there is no such file, and none is made. */
const keptSecrets = ({ dataDir }: Site) => (existsSync(join(dataDir, 'secrets.json')) ? readSecrets(dataDir) : null)
