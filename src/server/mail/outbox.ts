import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

/** Deletes mails in the outbox folder that are older than OUTBOX_RETENTION: they contain addresses of users. */
export async function deleteOldMail({ dataDir, outboxRetentionMs }: Pick<Config, 'dataDir' | 'outboxRetentionMs'>) {
  const folder = outboxFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.endsWith('.eml'))) {
    const path = join(folder, name)
    // By the clock of the file system, as the server's own clock may differ. Another server may delete it meanwhile.
    const file = await stat(path).catch(() => undefined)
    if (file !== undefined && Date.now() - file.mtimeMs > outboxRetentionMs) await rm(path, { force: true })
  }
}
