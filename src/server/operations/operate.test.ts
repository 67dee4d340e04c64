import { execFile } from 'node:child_process'
import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSecrets } from '#server/secrets/secrets.ts'
import { startS3Server } from '#server/testing/s3-server.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import type { Site } from './site-database.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/operate.ts')

/** Runs a command as an operator does. */
const operate = (site: Site, ...words: string[]) => operateWith({}, site, ...words)

function operateWith(settings: Record<string, string>, { dataDir, databaseUrl = '' }: Site, ...words: string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [SCRIPT, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

// prettier-ignore
test.runIf(!process.env['TEST_DATABASE_URL']).each<[words: string[], sentence: string, url?: string]>([
  [[],                             'Name an operation: backup, restore, move, verify.'],
  [['backup', 'one', 'two'],       'Usage: npm run backup -- FILE'],
  [['backup', '--fast'],           'Usage: npm run backup -- FILE'],
  [['backup'],                     'There is no database in'],
  [['backup', '-'],                'There is no database in'],
  [['restore', '--replace'],       'Usage: npm run restore -- FILE'],
  [['restore', 'one', '--force'],  'Usage: npm run restore -- FILE'],
  [['restore', '--plain'],         'Usage: npm run restore -- FILE'],
  [['restore'],                    'Usage: npm run restore -- FILE'],
  [['restore', 'missing.gz'],      'missing.gz cannot be read: ENOENT'],
  [['move', 'there'],              'Usage: DATABASE_URL=postgres://… npm run move'],
  [['move'],                       'Set DATABASE_URL to the PostgreSQL'],
  [['verify'],                     'There is no database in'],
  [['verify'],                     'The database (PostgreSQL at 127.0.0.1:1/ritmo) cannot be used: connect ECONNREFUSED', 'postgres://u:hidden@127.0.0.1:1/ritmo'],
  [['verify'],                     'DATABASE_URL must be a PostgreSQL address', 'mysql://u:hidden@127.0.0.1/ritmo'],
])('O35 a command that cannot run says why in one sentence: %j', async (words, sentence, databaseUrl) => {
  const { code, stderr, stdout } = await operate({ ...(await testSite(false)), databaseUrl }, ...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toContain('hidden')
})

test('O35 each command prints what it did, and verify fails if data are wrong', async () => {
  const [site, other] = [await testSite(), await testSite()]
  const { db, signUp } = await testAppOn(site)
  const ann = await signUp('Ann')
  const file = join(site.dataDir, 'ritmo.gz')
  const saved = await operate(site, 'backup', file)
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  expect(saved.stdout).toMatch(/^users +1 rows/m)
  expect(saved.stdout).toMatch(/ritmo\.gz: [\d.]+ MB, done in [\d.]+ s\./)
  const restored = await operate(other, 'restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toMatch(/ is as it was at 20\d\d-.*Z, done in [\d.]+ s\./)
  expect((await operate(site, 'verify')).stdout).toMatch(/checks, none failed, done in [\d.]+ s\.$/m)
  const { id: project } = (await ann.post('/projects', { name: 'Project' })).json().data
  await db.updateTable('projects').set({ color: '#zzzzzz' }).where('id', '=', project).execute()
  const found = await operate(site, 'verify')
  expect(found).toMatchObject({ code: 1, stderr: '' })
  expect(found.stdout).toMatch(/^WRONG colours of projects are colours: \d+ checked, 1 wrong\n +\S+ of user /m)
})

const BACKUP_KEY = 'quiet river, 42 long walks'

test('O56 the commands make, check and restore an encrypted backup', async () => {
  const [site, other] = [await testSite(), await testSite()]
  await (await testAppOn(site)).signUp('Ann')
  const saved = await operateWith({ BACKUP_KEY }, site, 'backup')
  expect(saved.stdout).toContain('It is encrypted: keep BACKUP_KEY elsewhere')
  const [, file = ''] = /^(\S+\.gz\.enc): /m.exec(saved.stdout) ?? []
  expect(await operate(site, 'verify', file)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${file} is encrypted: set BACKUP_KEY to the key that it was made with.\n`,
  })
  const checked = await operateWith({ BACKUP_KEY }, site, 'verify', file)
  expect(checked).toMatchObject({ code: 0, stderr: '' })
  expect(checked.stdout).toMatch(/^users +1 rows[\s\S]+It is sound, of 20\d\d-/m)
  const restored = await operateWith({ BACKUP_KEY }, other, 'restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
})

test('O56 with a key the commands refuse a plain backup, unless --plain is given', async () => {
  const [site, other] = [await testSite(), await testSite()]
  await (await testAppOn(site)).signUp('Ann')
  const file = join(site.dataDir, 'ritmo.gz')
  await operate(site, 'backup', file)
  const refusal = `${file} is not encrypted, although BACKUP_KEY is set: use it with --plain only if you know who made it.\n`
  for (const command of ['restore', 'verify'])
    expect(await operateWith({ BACKUP_KEY }, other, command, file)).toEqual({ code: 1, stdout: '', stderr: refusal })
  expect(await operateWith({ BACKUP_KEY }, other, 'restore', file, '--plain')).toMatchObject({ code: 0 })
  expect(await operateWith({ BACKUP_KEY }, other, 'restore', file, '--plain', '--replace')).toMatchObject({ code: 0 })
  expect(await operateWith({ BACKUP_KEY }, other, 'verify', file, '--plain')).toMatchObject({ code: 0 })
})

test('O57 the commands use the S3 storage', async () => {
  const server = await startS3Server()
  onTestFinished(server.stop)
  const [site, other] = [await testSite(), await testSite()]
  await (await testAppOn(site)).signUp('Ann')
  const saved = await operateWith(server.settings, site, 'backup')
  expect(saved.stdout).toMatch(/^http:\S+\/backups\/ritmo-\S+\.gz is a copy of it\.$/m)
  expect((await operateWith(server.settings, other, 'verify', 's3:latest')).stdout).toContain('It is sound')
  const restored = await operateWith(server.settings, other, 'restore', 's3:latest')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toMatch(/^users +1 rows/m)
})

test.runIf(process.getuid?.() === 0)('O53 root restores and backs up without locking the server out', async () => {
  const owner = { uid: 65_534, gid: 65_534 }
  const [site, other] = [await testSite(), await testSite()]
  await (await testAppOn(site)).signUp('Ann')
  readSecrets(site.dataDir)
  const file = join(site.dataDir, 'ritmo.gz')
  await operate(site, 'backup', file)
  chownSync(other.dataDir, owner.uid, owner.gid)
  expect(await operate(other, 'restore', file)).toMatchObject({ code: 0 })
  expect(await operate(other, 'backup')).toMatchObject({ code: 0 })
  const files = readdirSync(other.dataDir, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['secrets.json', 'backups']))
  for (const name of files) {
    const { uid, gid, mode } = statSync(join(other.dataDir, name))
    expect({ name, uid, gid, rightsOfOthers: mode & 0o077 }).toEqual({ name, ...owner, rightsOfOthers: 0 })
  }
})
