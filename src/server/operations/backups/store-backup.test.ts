import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '#server/testing/s3-server.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import { checkArchive } from '../archive.ts'
import { restore } from '../restore.ts'
import { withBackupFile } from './fetch-backup.ts'
import { isEncrypted } from './encryption.ts'
import { nameBackup } from './backup-files.ts'
import { createS3Storage } from './s3-storage.ts'
import { type BackupTarget, storeBackup } from './store-backup.ts'

const KEY = 'a long key of the operator, 0123'

async function siteWithUser() {
  const site = await testSite()
  const { signUp } = await testAppOn(site)
  await signUp('Ann')
  const folder = join(site.dataDir, 'backups')
  const target = (given: Partial<BackupTarget> = {}): BackupTarget => ({
    folder,
    key: undefined,
    s3: undefined,
    keep: { count: 2 },
    ...given,
  })
  return { site, folder, target }
}

async function testS3() {
  const server = await startS3Server()
  onTestFinished(server.stop)
  return { s3: server.s3, storage: createS3Storage(server.s3) }
}

test('O55 a backup is made in the folder and copied to the S3 storage, and both can be restored', async () => {
  const { site, target } = await siteWithUser()
  const { s3 } = await testS3()
  const stored = await storeBackup(site, target({ s3 }))
  expect(stored.bytes).toBeGreaterThan(500)
  expect(stored.copy).toBe(`${s3.url}/backups/${stored.file.split('/').at(-1)}`)
  for (const word of [stored.file, 's3:latest', `s3:${stored.file.split('/').at(-1)}`]) {
    const restored = await withBackupFile(word, { s3 }, async (file) =>
      restore(await testSite(), file, { replace: false }),
    )
    expect(restored.tallies).toEqual(stored.content?.tallies)
  }
  await expect(withBackupFile('s3:latest', { s3: undefined }, async () => 0)).rejects.toThrow('set BACKUP_S3_URL')
  await expect(withBackupFile('s3:ritmo-x.gz', { s3 }, async () => 0)).rejects.toThrow('404 (NoSuchKey')
})

test('O56 with a key a backup is encrypted, and is restored with this key alone', async () => {
  const { site, target } = await siteWithUser()
  const { file, content } = await storeBackup(site, target({ key: KEY }))
  expect(file).toMatch(/\.gz\.enc$/)
  expect(isEncrypted(readFileSync(file))).toBe(true)
  const other = await testSite()
  const restoreWith = (key?: string) => restore(other, file, { replace: false, key })
  await expect(restoreWith()).rejects.toThrow(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`)
  await expect(restoreWith(`${KEY}!`)).rejects.toThrow(`BACKUP_KEY is not the key that ${file} was encrypted with.`)
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1))
  await expect(restoreWith(KEY)).rejects.toThrow(
    `${file} is damaged, or no backup of Ritmo: it was changed or cut after it was encrypted.`,
  )
  writeFileSync(file, bytes)
  expect((await restoreWith(KEY)).tallies).toEqual(content?.tallies)
})

const DAY_MS = 86_400_000
const oldBackups = [1, 2, 3].map((day) => nameBackup(Date.now() - day * DAY_MS, { isEncrypted: false }))

test('O55 old backups are deleted in both places, only after a new one is good', async () => {
  const { site, folder, target } = await siteWithUser()
  const { s3, storage } = await testS3()
  mkdirSync(folder)
  for (const name of oldBackups) {
    writeFileSync(join(folder, name), 'old')
    await storage.upload(join(folder, name), name)
  }
  await expect(storeBackup(site, target({ s3: { ...s3, bucket: 'nowhere' } }))).rejects.toThrow('NoSuchBucket')
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(oldBackups))

  const { file } = await storeBackup(site, target({ s3 }), { reusableForMs: DAY_MS / 2 })
  const names = await storage.list()
  expect(names).toHaveLength(2)
  expect(names).toContain(file.split('/').at(-1))
  expect(readdirSync(folder).toSorted()).toEqual(names)
})

test('O55 a backup whose upload failed is uploaded later, and not made again', async () => {
  const { site, folder, target } = await siteWithUser()
  const { s3, storage } = await testS3()
  const failing = target({ s3: { ...s3, secret: 'wrong' } })
  await expect(storeBackup(site, failing)).rejects.toThrow('SignatureDoesNotMatch')
  const [made] = readdirSync(folder)
  const stored = await storeBackup(site, target({ s3 }), { reusableForMs: DAY_MS })
  expect(readdirSync(folder)).toEqual([made])
  expect(await storage.list()).toEqual([made])
  expect(stored.bytes).toBeGreaterThan(500)
  expect((await checkArchive(stored.file)).tallies['users']).toMatchObject({ rows: 1 })
})

test('O55 sites with prefixes of their own share a bucket, and neither expire nor restore backups of each other', async () => {
  const { site, target } = await siteWithUser()
  const { s3, storage } = await testS3()
  const { site: otherSite, target: otherTarget } = await siteWithUser()
  const other = await storeBackup(otherSite, otherTarget({ s3: { ...s3, prefix: 'other/' } }))
  const one = { ...s3, prefix: 'team-a/' }
  const keep = { count: 1 }
  const { file, copy } = await storeBackup(site, target({ s3: one, keep }))
  expect(copy).toBe(`${s3.url}/backups/team-a/${file.split('/').at(-1)}`)
  expect(await createS3Storage({ ...s3, prefix: 'other/' }).list()).toEqual([other.file.split('/').at(-1)])
  expect(await storage.list()).toEqual([])
  await expect(withBackupFile('s3:latest', { s3 }, async () => 0)).rejects.toThrow('There is no backup in')
  const bytes = await withBackupFile('s3:latest', { s3: one }, async (fetched) => readFileSync(fetched))
  expect(bytes.equals(readFileSync(file))).toBe(true)
})

test('O56 s3:latest is not a backup with a time in the future', async () => {
  const { site, folder, target } = await siteWithUser()
  const { s3, storage } = await testS3()
  const { file } = await storeBackup(site, target({ s3 }))
  const planted = nameBackup(Date.now() + DAY_MS, { isEncrypted: false })
  writeFileSync(join(folder, 'planted'), 'planted')
  await storage.upload(join(folder, 'planted'), planted)
  const fetched = await withBackupFile('s3:latest', { s3 }, async (path) => readFileSync(path))
  expect(fetched.equals(readFileSync(file))).toBe(true)
})

test('O55 a folder that cannot be made is told in one sentence', async () => {
  const { site, target } = await siteWithUser()
  const file = join(site.dataDir, 'file')
  writeFileSync(file, '')
  const storing = storeBackup(site, target({ folder: join(file, 'below') }))
  await expect(storing).rejects.toThrow('The folder for backups cannot be made')
})
