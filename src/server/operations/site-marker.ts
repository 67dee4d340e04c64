import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#server/parse-json.ts'
import { giveToFolderOwner } from '#server/db/sqlite/private-files.ts'
import { listBackups } from './backups/backup-files.ts'
import { type Site, sqliteFile } from './site-database.ts'

/** A file in DATA_DIR that names the databases in which a site was created. */
const Marker = z.object({ databases: z.array(z.string()) })

const markerFile = ({ dataDir }: Site) => join(dataDir, 'ritmo.site')

/** The operator creates this file to begin a new site where there was one. It is deleted by the start. */
export const confirmationFile = ({ dataDir }: Site) => join(dataDir, 'new-site')

/** Names a database without its credentials. A folder with a SQLite file may be moved, so its path does not matter. */
function nameDatabase({ databaseUrl }: Site) {
  if (databaseUrl === undefined) return 'SQLite'
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${host}${pathname}`
}

/**
 * Whether a site was created in this database before. Must be called before anything else is written to DATA_DIR: there
 * are no markers of versions that did not know them, only their other files.
 */
export function hadSite(site: Site): boolean {
  const marker = readMarker(site)
  if (marker !== undefined) return marker.databases.includes(nameDatabase(site))
  const hasTraces = site.databaseUrl === undefined && findTraces(site)
  // Otherwise a first start that is cut off would look like a site of an older version.
  if (!hasTraces) writeMarker(site, { databases: [] })
  return hasTraces
}

/** Records that the database contains a site. */
export function markSite(site: Site) {
  const name = nameDatabase(site)
  const { databases } = readMarker(site) ?? { databases: [] }
  if (!databases.includes(name)) writeMarker(site, { databases: [...databases, name] })
  rmSync(confirmationFile(site), { force: true })
}

/** Whether a SQLite file cannot contain anything. Opening such a file would delete a write-ahead log beside it. */
export const isEmptySqlite = (site: Site) => site.databaseUrl === undefined && sizeOf(sqliteFile(site)) === 0

function findTraces(site: Site) {
  return (
    existsSync(join(site.dataDir, 'secrets.json')) ||
    sizeOf(sqliteFile(site)) > 0 ||
    sizeOf(`${sqliteFile(site)}-wal`) > 0 ||
    listBackups(join(site.dataDir, 'backups')).length > 0
  )
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function readMarker(site: Site) {
  const file = markerFile(site)
  return existsSync(file) ? Marker.safeParse(parseJson(readFileSync(file, 'utf8'))).data : undefined
}

function writeMarker(site: Site, marker: z.infer<typeof Marker>) {
  const file = markerFile(site)
  writeFileSync(`${file}.part`, `${JSON.stringify(marker)}\n`, { mode: 0o600 })
  giveToFolderOwner(`${file}.part`)
  renameSync(`${file}.part`, file)
}
