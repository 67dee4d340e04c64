import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { Site } from '#server/operations/site-database.ts'
import { makeRecoveryCodes } from '#server/features/users/two-factor/queries.ts'
import { testAppOn, testSite } from '#server/testing/test-site.ts'

const SCRIPT = join(import.meta.dirname, '../../../../../scripts/admin.ts')

/** Runs a command as an operator does. */
function admin({ dataDir, databaseUrl = '' }: Site, ...words: string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end()
  })
}

async function runningSite() {
  const site = await testSite()
  const parts = await testAppOn(site)
  // The command line has the time of the machine.
  parts.clock.now = Date.now()
  const ann = await parts.signUp('Ann')
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await admin(site, ...words)
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
    return stdout.trim()
  }
  return { site, ann, run, ...parts }
}

// prettier-ignore
test.runIf(!process.env['TEST_DATABASE_URL']).each<[words: string[], sentence: string]>([
  [[],                                'Name a command: list, search,'],
  [['toString'],                      'Name a command: list, search,'],
  [['list', 'all'],                   'Usage: npm run admin -- list [--json]'],
  [['disable'],                       'Usage: npm run admin -- disable EMAIL'],
  [['disable', 'ann@x.org', '--now'], 'Usage: npm run admin -- disable EMAIL'],
  [['list'],                          'There is no database in'],
])('A59 a command that cannot run says why in one sentence: %j', async (words, sentence) => {
  const { code, stderr, stdout } = await admin(await testSite(false), ...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('A59 help names every command with its options, without a database', async () => {
  const { code, stdout } = await admin(await testSite(false), 'help')
  expect(code).toBe(0)
  expect(stdout).toContain('  reset-password EMAIL [--link]\n')
  expect(stdout).toContain('  invite [--days=7] [--uses=1] [--note=TEXT]\n')
})

test('A59 the command line lists users, and names the administrator of a site that had users before', async () => {
  const { site, run, signUp } = await runningSite()
  await signUp('Bob')
  expect(await run('list')).toMatch(
    /^ann@example\.org {2}0 entries, 1 device, last active \d{4}-\d\d-\d\d {2}unverified\nbob@/,
  )
  expect(await run('make-administrator', 'ann@example.org')).toBe('ann@example.org is an administrator.')
  expect(JSON.parse(await run('search', 'ANN', '--json'))).toEqual([
    expect.objectContaining({ email: 'ann@example.org', isAdministrator: true, entries: 0 }),
  ])
  expect((await admin(site, 'remove-administrator', 'ann@example.org')).stderr).toBe(
    'This is the last administrator who can sign in. Make somebody else administrator first.\n',
  )
  expect((await admin(site, 'disable', 'nobody@example.org')).stderr).toBe(
    'No account has the address nobody@example.org.\n',
  )
})

test('A59 disabling by the command line ends the sessions and sockets of a running server', async () => {
  const { app, ann, run, post } = await runningSite()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = io(url, { auth: { token: ann.token, proto: 2 }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  const closed = once(socket as never, 'disconnect')
  expect(await run('disable', 'ann@example.org')).toBe('ann@example.org is disabled and signed out on 1 device.')
  await closed
  const login = () => post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })
  expect((await login()).statusCode).toBe(403)
  expect(await run('enable', 'ann@example.org')).toBe('ann@example.org may sign in.')
  expect((await login()).statusCode).toBe(200)
  expect(await run('sign-out', 'ann@example.org')).toBe('ann@example.org is signed out on 1 device.')
})

test('A59 links to choose a password and to register work', async () => {
  const { run, post } = await runningSite()
  const reset = await run('reset-password', 'ann@example.org', '--link')
  const token = reset.slice(reset.lastIndexOf('/') + 1)
  expect((await post('/users/reset-password', { token, password: 'Another river 2' })).statusCode).toBe(200)
  const invited = await run('invite', '--days=2', '--uses=3', '--note=For Bob')
  expect(invited).toMatch(/^For 3 people, within 2 days: http:\S+\/register#invitation=\S{43}$/)
  const [id = ''] = (await run('invitations')).split(' ')
  expect(await run('invitations')).toMatch(/ 0 of 3 used {2}until \S+ {2}For Bob$/)
  await run('revoke-invitation', id)
  expect(await run('invitations')).toBe('There are no invitations.')
})

test('A75 the command line removes a second factor, and the user is told', async () => {
  const { run, db, post, ann } = await runningSite()
  const login = () => post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await db.updateTable('users').set({ two_factor_at: 1 }).execute()
  await makeRecoveryCodes(db, id)
  expect((await login()).json().code).toBe('second-factor-required')
  expect(await run('remove-two-factor', 'ann@example.org')).toBe('ann@example.org signs in with the password alone.')
  expect((await login()).statusCode).toBe(200)
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect((await ann.get('/users/security-events')).body).toContain('"two-factor-reset"')
  expect(await run('log')).toMatch(/ command line {2}two-factor-removed {2}ann@example\.org/)
})

test('A59 deleting asks, writes the archive, and is in the log', async () => {
  const { site, run, db } = await runningSite()
  expect((await admin(site, 'delete', 'ann@example.org')).stderr).toBe('Add --yes: nobody can answer here.\n')
  expect(await run('delete', 'ann@example.org', '--yes')).toMatch(/^ann@example\.org is deleted\. The archive is /)
  expect(readdirSync(join(site.dataDir, 'deleted-accounts'))).toHaveLength(1)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await run('log')).toMatch(/ command line {2}user-deleted {2}ann@example\.org {2}archive=ritmo-account-/)
})

test('A59 the command line changes quotas, and starts and ends maintenance', async () => {
  const { run, app, ann } = await runningSite()
  expect(await run('quotas', 'ann@example.org', 'time-entries=5')).toBe(
    'ann@example.org: time-entries=5 upload-megabytes=default',
  )
  expect(await run('quotas', 'ann@example.org', 'time-entries=default')).toContain('time-entries=default')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const status = async () => (await ann.post('/projects', { name: `p${Math.random()}` })).statusCode
  await run('maintenance', 'start', 'Back at noon')
  await expect.poll(status, { timeout: 10_000 }).toBe(503)
  expect(await run('maintenance', 'end')).toBe('Maintenance has ended.')
  await expect.poll(status, { timeout: 10_000 }).toBe(201)
})
