import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { BackupConfig } from '#server/config.ts'
import { checkArchive } from '../archive.ts'
import { backup } from '../backup.ts'
import type { Tallies } from '../dump-database.ts'
import { openExistingDatabase, type Site, withDatabase } from '../site-database.ts'
import {
  createBackupFolder,
  deleteExpired,
  isFromBeforeMigration,
  listBackups,
  nameBackup,
  selectExpired,
} from './backup-files.ts'
import { createS3Storage, type S3Storage } from './s3-storage.ts'

/** A server whose migration fails is started again and again. All of these starts use one backup for so long. */
const REUSABLE_BEFORE_MIGRATION_MS = 24 * 60 * 60_000

export type BackupTarget = Pick<BackupConfig, 'folder' | 'key' | 's3' | 'keep'>

export interface StoreOptions {
  /** A backup of at most this age that could not be uploaded is uploaded now, instead of making another. */
  reusableForMs?: number
  isBeforeMigration?: boolean
}

export interface StoredBackup {
  file: string
  /** When the data were as they are in the backup. */
  createdAt: number
  bytes: number
  /** The address of the copy in the S3 storage. */
  copy?: string
  /** Undefined if an existing backup was used. */
  content?: { tallies: Tallies; hasSecrets: boolean }
}

/**
 * Makes a backup in the folder, and copies it to the S3 storage if there is one. Only then it deletes expired backups in
 * both places.
 */
export async function storeBackup(
  site: Site,
  target: BackupTarget,
  { reusableForMs = 0, isBeforeMigration = false }: StoreOptions = {},
): Promise<StoredBackup> {
  const { folder, key, s3 } = target
  // Without a database no folder is created.
  const migrations = await withDatabase(openExistingDatabase(site), async ({ migrations }) => {
    createBackupFolder(folder)
    return migrations
  })
  const storage = s3 && createS3Storage(s3)
  const existing = isBeforeMigration
    ? await findOfEarlierStart(target, migrations)
    : storage && (await findWithoutCopy(folder, storage, reusableForMs))
  const name = nameBackup(Date.now(), { isEncrypted: key !== undefined, isBeforeMigration })
  const stored = existing ?? toStored(await backup(site, join(folder, name), key))
  if (storage !== undefined) await uploadIfMissing(storage, stored)
  await deleteAllExpired(target, storage)
  return storage === undefined ? stored : { ...stored, copy: `${storage.location}/${basename(stored.file)}` }
}

async function uploadIfMissing(storage: S3Storage, { file, content }: StoredBackup) {
  const name = basename(file)
  if (content === undefined && (await storage.list()).includes(name)) return
  await storage.upload(file, name)
}

async function deleteAllExpired({ folder, keep }: BackupTarget, storage: S3Storage | undefined) {
  const now = Date.now()
  deleteExpired(folder, keep, now)
  if (storage === undefined) return
  for (const name of selectExpired(await storage.list(), keep, now)) await storage.delete(name)
}

const toStored = ({ file, createdAt, bytes, ...content }: Awaited<ReturnType<typeof backup>>): StoredBackup => ({
  file,
  createdAt: Date.parse(createdAt),
  bytes,
  content,
})

/** The newest backup from before a migration if it is recent, sound, and of a database with the same migrations. */
async function findOfEarlierStart(
  { folder, key }: BackupTarget,
  migrations: string[],
): Promise<StoredBackup | undefined> {
  const newest = listBackups(folder).find(({ name }) => isFromBeforeMigration(name))
  if (newest === undefined || newest.at < Date.now() - REUSABLE_BEFORE_MIGRATION_MS) return undefined
  const file = join(folder, newest.name)
  // If it is damaged or has another key, a new backup is made.
  const archive = await checkArchive(file, { key }).catch(() => undefined)
  if (!isDeepStrictEqual(archive?.header.migrations, migrations)) return undefined
  return { file, createdAt: newest.at, bytes: statSync(file).size }
}

/** The newest backup in the folder if it is recent and not in the storage: an earlier upload has failed. */
async function findWithoutCopy(
  folder: string,
  storage: S3Storage,
  maxAgeMs: number,
): Promise<StoredBackup | undefined> {
  const newest = listBackups(folder)[0]
  if (newest === undefined || newest.at < Date.now() - maxAgeMs) return undefined
  if ((await storage.list()).includes(newest.name)) return undefined
  const file = join(folder, newest.name)
  return { file, createdAt: newest.at, bytes: statSync(file).size }
}
