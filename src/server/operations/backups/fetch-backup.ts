import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BackupConfig, StartError } from '#server/config.ts'
import { sortBackups } from './backup-files.ts'
import { createS3Storage } from './s3-storage.ts'

const S3 = 's3:'

/** Gives a backup as a file: `s3:NAME` and `s3:latest` are downloaded for as long as the work takes. */
export async function withBackupFile<T>(
  word: string,
  { s3 }: Pick<BackupConfig, 's3'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (!word.startsWith(S3)) return work(resolve(word))
  if (s3 === undefined) throw new StartError(`${word} is in an S3 storage: set BACKUP_S3_URL and its other settings.`)
  const storage = createS3Storage(s3)
  const name = word === `${S3}latest` ? sortBackups(await storage.list(), Date.now())[0]?.name : word.slice(S3.length)
  if (name === undefined) throw new StartError(`There is no backup in ${storage.location}.`)
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-download-'))
  try {
    const file = join(folder, name.replaceAll('/', '_'))
    await storage.download(name, file)
    return await work(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
