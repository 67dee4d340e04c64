import { mkdtempSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { DAY_MS } from '#core/time/units.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { deleteOldAccountArchives } from './account-archives.ts'
import { deleteOldActions } from './audit-log.ts'

const PASSWORD = 'Correct horse 1'
const CONFIRMED = { password: PASSWORD }

async function site(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-accounts-'))
  const parts = await testApp({ DELETED_ACCOUNTS_FOLDER: folder, ...environment })
  const admin = await parts.signUp('Admin')
  await parts.db.updateTable('users').set({ is_administrator: 1 }).where('id', '=', admin.user.id).execute()
  const ann = await parts.signUp('Ann')
  const login = (email = 'ann@example.org') => parts.post('/users/login', { email, password: PASSWORD })
  const onAnn = (what: string, body: object = {}) => admin.post(`/admin/users/${ann.user.id}/${what}`, body)
  const log = async () => (await admin.get('/admin/actions')).json().data.actions as { action: string }[]
  return {
    ...parts,
    folder,
    admin,
    ann,
    login,
    onAnn,
    /** In alphabetical order, as the clock of the test stands still. */
    actions: async () => (await log()).map(({ action }) => action).toSorted((a, b) => a.localeCompare(b)),
    log: log,
  }
}

test('A52 administrators list and search users, page by page, with numbers and no contents', async () => {
  const { admin, ann, db, signUp } = await site()
  for (const name of ['Bob', 'Cid']) await signUp(name)
  const project = (await ann.post('/projects', { name: 'Secret project' })).json().data.id
  await trackTime(db, ann.user.id, { project, worked: [['2026-03-01T09:00Z', '2026-03-01T10:00Z']] })
  await ann.post('/uploads', { fileName: 'secret.csv', bytes: 1_000 })
  const list = async (query = '') => (await admin.get(`/admin/users${query}`)).json().data
  const first = await list('?limit=2')
  expect([first.count, first.users.map(({ name }: { name: string }) => name)]).toEqual([4, ['Admin', 'Ann']])
  expect((await list('?limit=2&offset=2')).users.map(({ name }: { name: string }) => name)).toEqual(['Bob', 'Cid'])
  const found = await list('?search=ANN%40')
  expect(found.users).toEqual([
    {
      id: ann.user.id,
      name: 'Ann',
      email: 'ann@example.org',
      isVerified: false,
      isAdministrator: false,
      isDisabled: false,
      createdAt: '2026-03-02T09:00:00.000Z',
      lastActiveAt: '2026-03-02T09:00:00.000Z',
      devices: 1,
      entries: 1,
      uploadBytes: 1_000,
      quotas: { 'time-entries': null, 'upload-megabytes': null },
    },
  ])
  expect(found.defaultQuotas).toEqual({ 'time-entries': 500_000, 'upload-megabytes': 1_024 })
  expect((await list('?search=%25')).count).toBe(0)
  expect(JSON.stringify([first, found])).not.toMatch(/secret/i)
})

test('A53 disabling ends all sessions and sockets at once; sign-in says why, only to those who know the password', async () => {
  const { app, ann, login, onAnn, post, actions } = await site()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = io(url, { auth: { token: ann.token, proto: 2 }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  const revoked = once(socket as never, 'session:revoked')
  expect((await onAnn('disable')).statusCode).toBe(200)
  expect(await revoked).toEqual([{ reason: 'disabled' }])
  expect((await ann.get('/users/profile')).statusCode).toBe(401)
  const refused = await login()
  expect([refused.statusCode, refused.json().message]).toEqual([403, en.accountDisabled])
  const wrong = await post('/users/login', { email: 'ann@example.org', password: 'Wrong horse 1' })
  expect(wrong.json().message).toBe(en.badCredentials)
  await onAnn('enable')
  expect((await login()).statusCode).toBe(200)
  expect(await actions()).toEqual(['user-disabled', 'user-enabled'])
})

test('A53 signing a user out ends the sessions, and a password reset is mailed', async () => {
  const mail = await testMail()
  const { app, ann, onAnn, actions } = await site(mail.settings)
  expect((await onAnn('sign-out')).statusCode).toBe(200)
  expect((await ann.get('/users/profile')).statusCode).toBe(401)
  await onAnn('reset-password')
  await app.mail.deliver()
  expect(mail.mails.at(-1)).toMatchObject({
    to: ['ann@example.org'],
    link: expect.stringContaining('/reset-password/'),
  })
  expect(await actions()).toEqual(['password-reset-sent', 'user-signed-out'])
})

test('A53 where only providers sign in, no link for a password is mailed', async () => {
  const { onAnn, actions } = await site({
    PASSWORD_SIGN_IN: 'off',
    OPENID_PROVIDERS: 'work',
    OPENID_WORK_ISSUER: 'https://id.example.org',
    OPENID_WORK_CLIENT_ID: 'ritmo',
  })
  const refused = await onAnn('reset-password')
  expect([refused.statusCode, refused.json().message]).toEqual([400, en.passwordSignInOff])
  expect(await actions()).toEqual([])
})

test('A54 an account is deleted after its archive was written, which only the operator can read', async () => {
  const { admin, ann, db, folder, log, signUp } = await site()
  await ann.post('/projects', { name: 'p' })
  const remove = (body: object) => admin.delete(`/admin/users/${ann.user.id}`, body)
  expect((await remove({ password: 'Wrong horse 1' })).statusCode).toBe(400)
  expect((await remove(CONFIRMED)).statusCode).toBe(200)
  const [name = '', ...others] = readdirSync(folder)
  expect([others, name]).toEqual([[], expect.stringMatching(/^ritmo-account-ann@example\.org-2026-03-02-\w{6}\.zip$/)])
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  expect(statSync(join(folder, name)).size).toBeGreaterThan(500)
  expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Admin' }])
  expect(await db.selectFrom('projects').select('id').execute()).toEqual([])
  expect((await log()).find(({ action }) => action === 'user-deleted')).toMatchObject({
    action: 'user-deleted',
    subject: 'ann@example.org',
    details: { archive: name },
  })
  await signUp('Ann')
})

test('A54 if the archive cannot be written, nothing is deleted', async () => {
  const { admin, ann, db, login } = await site({ DELETED_ACCOUNTS_FOLDER: '/proc/nowhere' })
  expect((await admin.delete(`/admin/users/${ann.user.id}`, CONFIRMED)).statusCode).toBe(500)
  expect(await db.selectFrom('users').select('name').execute()).toHaveLength(2)
  expect((await login()).statusCode).toBe(200)
})

test('A54 archives of deleted accounts are deleted after DELETED_ACCOUNTS_RETENTION', async () => {
  const { admin, ann, folder, config } = await site()
  await admin.delete(`/admin/users/${ann.user.id}`, CONFIRMED)
  await deleteOldAccountArchives(config.deletedAccounts)
  const [name = ''] = readdirSync(folder)
  const old = new Date(Date.now() - 31 * DAY_MS)
  utimesSync(join(folder, name), old, old)
  await deleteOldAccountArchives(config.deletedAccounts)
  expect(readdirSync(folder)).toEqual([])
})

test('A55 the last administrator stays; another can be made and removed, with the password', async () => {
  const { admin, ann, onAnn, login } = await site()
  const onAdmin = (what: string, by = admin) => by.post(`/admin/users/${admin.user.id}/${what}`, CONFIRMED)
  const last = await onAdmin('remove-administrator')
  expect([last.statusCode, last.json().message]).toEqual([409, en.lastAdministrator])
  expect((await onAdmin('disable')).json().message).toBe(en.notYourself)
  expect((await onAnn('add-administrator', { password: 'Wrong horse 1' })).statusCode).toBe(400)
  expect((await onAnn('add-administrator', CONFIRMED)).statusCode).toBe(200)
  expect((await login()).json().data.user).toMatchObject({ isAdministrator: true })
  expect((await ann.get('/admin/users')).statusCode).toBe(200)
  expect((await onAdmin('remove-administrator', ann)).statusCode).toBe(200)
  expect((await admin.get('/admin/users')).statusCode).toBe(404)
  expect((await ann.post(`/admin/users/${ann.user.id}/remove-administrator`, CONFIRMED)).statusCode).toBe(409)
})

test('A55 of two administrators who remove each other at the same time one stays', async () => {
  const { admin, ann, onAnn, db } = await site()
  await onAnn('add-administrator', CONFIRMED)
  await Promise.all([
    onAnn('remove-administrator', CONFIRMED),
    ann.post(`/admin/users/${admin.user.id}/remove-administrator`, CONFIRMED),
  ])
  expect(await db.selectFrom('users').select('id').where('is_administrator', '=', 1).execute()).toHaveLength(1)
})

test('A55 the last administrator can delete their own account only when nobody else is left', async () => {
  const { admin, ann, onAnn, db, signUp } = await site()
  const bob = await signUp('Bob')
  const leave = (user: typeof ann) => user.delete('/users/profile', CONFIRMED)
  const refused = await leave(admin)
  expect([refused.statusCode, refused.json().message]).toEqual([409, en.lastAdministrator])
  await onAnn('add-administrator', CONFIRMED)
  const replies = await Promise.all([leave(admin), leave(ann)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await db.selectFrom('users').select('id').where('is_administrator', '=', 1).execute()).toHaveLength(1)
  expect((await leave(bob)).statusCode).toBe(200)
  expect((await leave(replies[0].statusCode === 409 ? admin : ann)).statusCode).toBe(200)
})

test('A56 quotas of single users replace those of the server', async () => {
  const { admin, ann, signUp } = await site()
  const bob = await signUp('Bob')
  const set = (quotas: object) => admin.put(`/admin/users/${ann.user.id}/quotas`, quotas)
  const project = async (user: typeof ann) => (await user.post('/projects', { name: 'p' })).json().data.id
  const entry = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }
  const track = async (user: typeof ann, id: string, hour: number) =>
    user.post('/time-entries', { ...entry, project: id, startTime: `2026-03-01T0${hour}:00:00Z` })
  expect((await set({ 'time-entries': 1, 'upload-megabytes': 1 })).statusCode).toBe(200)
  const [own, other] = [await project(ann), await project(bob)]
  expect((await track(ann, own, 1)).statusCode).toBe(201)
  expect((await track(ann, own, 2)).json().details).toHaveProperty('time-entries')
  for (const hour of [1, 2]) expect((await track(bob, other, hour)).statusCode).toBe(201)
  const send = (user: typeof ann) => user.post('/uploads', { fileName: 'a.csv', bytes: 2 * 1024 * 1024 })
  expect((await send(ann)).json().details).toHaveProperty('upload-megabytes')
  expect((await send(bob)).statusCode).toBe(201)
  await set({ 'time-entries': null, 'upload-megabytes': null })
  expect((await track(ann, own, 2)).statusCode).toBe(201)
  expect((await set({ 'time-entries': -1, 'upload-megabytes': null })).statusCode).toBe(400)
})

test('A41 administrators make links, see how often they were used, and revoke them', async () => {
  const { admin, db, post } = await site({ REGISTRATION: 'invite', PUBLIC_URL: 'https://ritmo.example.org' })
  const made = await admin.post('/admin/invitations', { note: ' For Bob ', days: 3, uses: 2 })
  expect(made.statusCode).toBe(201)
  const { link, invitation } = made.json().data
  const token = link.split('=').at(-1)!
  expect(link).toBe(`https://ritmo.example.org/register#invitation=${token}`)
  expect(JSON.stringify(await db.selectFrom('invitations').selectAll().execute())).not.toContain(token)
  const register = (email: string) =>
    post('/users/register', { name: 'B', email, password: PASSWORD, invitation: token })
  expect((await register('bob@example.org')).statusCode).toBe(201)
  const [listed] = (await admin.get('/admin/invitations')).json().data
  expect(listed).toEqual({ ...invitation, note: 'For Bob', uses: 1, maxUses: 2, expiresAt: '2026-03-05T09:00:00.000Z' })
  expect((await admin.delete(`/admin/invitations/${invitation.id}`)).statusCode).toBe(200)
  expect((await register('cid@example.org')).json().message).toBe(en.invitationUnknown)
  expect((await admin.delete(`/admin/invitations/${invitation.id}`)).statusCode).toBe(404)
})

test('A57 the log names who did what to whom, page by page, and is deleted after AUDIT_RETENTION', async () => {
  const { admin, onAnn, db, clock, actions } = await site()
  await onAnn('disable')
  await onAnn('disable')
  clock.now += DAY_MS
  await onAnn('enable')
  const first = (await admin.get('/admin/actions?limit=1')).json().data
  expect(first).toMatchObject({
    actions: [
      {
        actor: 'admin@example.org',
        action: 'user-enabled',
        subject: 'ann@example.org',
        at: '2026-03-03T09:00:00.000Z',
      },
    ],
    hasMore: true,
  })
  const second = (await admin.get(`/admin/actions?limit=1&cursor=${first.actions[0].id}`)).json().data
  expect(second).toMatchObject({ actions: [{ action: 'user-disabled' }], hasMore: false })
  await deleteOldActions(db, clock.now, DAY_MS)
  expect(await actions()).toEqual(['user-enabled'])
})

test('A58 during maintenance nothing is changed, reading and signing in go on, and its end is announced', async () => {
  const { app, admin, ann, login, actions } = await site()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = io(url, { auth: { token: ann.token, proto: 2 }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  const begun = once(socket as never, 'site:maintenance')
  expect((await admin.post('/admin/maintenance', { message: 'Back at noon' })).statusCode).toBe(200)
  const maintenance = { startedAt: '2026-03-02T09:00:00.000Z', message: 'Back at noon' }
  expect(await begun).toEqual([maintenance])
  expect((await app.inject('/api/maintenance')).json().data).toEqual(maintenance)
  const refused = await ann.post('/projects', { name: 'p' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '30',
    expect.objectContaining({ code: 'unavailable', message: en.maintenance }),
  ])
  expect(await socket.timeout(2_000).emitWithAck('timer:start', {})).toEqual({ error: 'maintenance' })
  expect((await ann.get('/projects')).json().data).toEqual([])
  expect((await login()).statusCode).toBe(200)
  const ended = once(socket as never, 'site:maintenance')
  expect((await admin.delete('/admin/maintenance')).statusCode).toBe(200)
  expect(await ended).toEqual([null])
  expect((await ann.post('/projects', { name: 'p' })).statusCode).toBe(201)
  expect(await actions()).toEqual(['maintenance-ended', 'maintenance-started'])
})
