import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testAppOn, testSite } from '#server/testing/test-site.ts'
import type { Site } from './site-database.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/operate.ts')

/** Runs a command as an operator does. */
function operate({ dataDir, databaseUrl = '' }: Site, ...words: string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
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
