import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import type { Db, WithSnapshot } from '#server/db/connect.ts'
import { giveToFolderOwner } from '#server/db/sqlite/private-files.ts'
import type { UserRow } from '#server/features/users/queries.ts'

type Folder = Pick<Config['deletedAccounts'], 'folder'>

/** How to write everything of an account as a ZIP archive. */
export interface ArchiveWriter {
  withSnapshot: WithSnapshot
  writeArchive: (db: Db, userId: string, now: number) => AsyncIterable<Uint8Array>
}

const NAME = /^ritmo-account-.+\.zip(\.part)?$/

/** Writes the archive of an account to the operator's folder, and returns the name of the file. */
export async function storeAccountArchive(
  { withSnapshot, writeArchive }: ArchiveWriter,
  user: UserRow,
  { folder, now }: Folder & { now: number },
) {
  createFolder(folder)
  const name = nameArchive(user, now)
  const file = join(folder, name)
  const draft = `${file}.part`
  try {
    await withSnapshot(new AbortController().signal, (db) =>
      pipeline(Readable.from(writeArchive(db, user.id, now)), createWriteStream(draft, { mode: 0o600, flush: true })),
    )
    await rename(draft, file)
    giveToFolderOwner(file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return name
}

/** `mkdir` with `recursive` would never return where no folder can be created, for example under /proc. */
function createFolder(folder: string) {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  giveToFolderOwner(folder)
}

/** The address, as far as it is a safe name of a file, and the end of the user's id, which differs for every user. */
function nameArchive({ email, id }: UserRow, now: number) {
  const day = new Date(now).toISOString().slice(0, 10)
  return `ritmo-account-${email.replaceAll(/[^\w.@-]/g, '_').slice(0, 100)}-${day}-${id.slice(-6)}.zip`
}

/** Deletes archives of deleted accounts that are older than DELETED_ACCOUNTS_RETENTION. */
export async function deleteOldAccountArchives({ folder, retentionMs }: Config['deletedAccounts']) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => NAME.test(name))) {
    const path = join(folder, name)
    // By the clock of the file system, as the server's own clock may differ. Another server may delete it meanwhile.
    const file = await stat(path).catch(() => undefined)
    if (file !== undefined && Date.now() - file.mtimeMs > retentionMs) await rm(path, { force: true })
  }
}
