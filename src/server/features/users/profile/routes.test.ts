import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'
const SEND_OR_SIGN_IN = 'Sign in again or send your password, to confirm that it is you'
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

async function ann(limits = 'off') {
  const mail = await testMail()
  const parts = await testApp({ ...mail.settings, RATE_LIMITS: limits })
  const user = await parts.signUp('Ann')
  await parts.app.mail.deliver()
  await parts.post('/users/verify-email', { token: tokenIn(mail.mails.at(-1)!.link) })
  const login = (email: string, password = PASSWORD) => parts.post('/users/login', { email, password })
  return { ...parts, mail, user, login }
}

test('A13 name, language and theme change one by one', async () => {
  const { user } = await ann()
  const change = async (body: object) => (await user.put('/users/profile', body)).json().data
  expect(await change({ name: ' Anna ' })).toMatchObject({ name: 'Anna', theme: 'light', preferredLanguage: 'en' })
  expect(await change({ preferredLanguage: 'tr' })).toMatchObject({ name: 'Anna', preferredLanguage: 'tr' })
  expect(await change({ theme: 'dark' })).toMatchObject({ theme: 'dark', preferredLanguage: 'tr' })
  expect(await change({})).toMatchObject({ name: 'Anna', theme: 'dark', isVerified: true })
})

const FORMATS = { weekStart: 'sunday', clock: '12h', dateOrder: 'mdy', duration: 'decimal', timeZone: 'Asia/Tokyo' }

test('A13 formats of dates and times are replaced as a whole', async () => {
  const { user } = await ann()
  const change = async (body: object) => (await user.put('/users/profile', body)).json().data
  expect(await change({})).toMatchObject({ formats: null })
  expect(await change({ formats: FORMATS })).toMatchObject({ formats: FORMATS })
  const automatic = { ...FORMATS, timeZone: null }
  expect(await change({ formats: automatic })).toMatchObject({ formats: automatic })
  expect(await change({ name: 'Anna' })).toMatchObject({ formats: automatic })
})

test('A13 which phases of the timer begin by themselves is kept once it is chosen', async () => {
  const { user } = await ann()
  const change = async (body: object) => (await user.put('/users/profile', body)).json().data
  expect(await change({})).not.toHaveProperty('autoStart')
  const autoStart = { breaks: true, work: false }
  expect(await change({ autoStart })).toMatchObject({ autoStart })
  expect(await change({ name: 'Anna' })).toMatchObject({ autoStart })
  expect((await user.put('/users/profile', { autoStart: { breaks: 'yes', work: true } })).statusCode).toBe(400)
})

test('A3 a theme other than light or dark becomes light in a profile too', async () => {
  const { user } = await ann()
  const change = async (theme: unknown) => (await user.put('/users/profile', { theme })).json().data.theme
  for (const theme of ['system', 7, {}]) {
    await change('dark')
    expect(await change(theme), JSON.stringify(theme)).toBe('light')
  }
  await change('dark')
  expect(await change(null), 'null counts as absent').toBe('dark')
})

// prettier-ignore
test.each([
  [{ name: '' },                  'name'],
  [{ name: 'x'.repeat(101) },     'name'],
  [{ name: 'a\u0000b' },          'name'],
  [{ email: 'nowhere' },          'email'],
  [{ preferredLanguage: 'de' },   'preferredLanguage'],
  [{ formats: { ...FORMATS, timeZone: 'Europe/Atlantis' } }, 'timeZone'],
  [{ formats: { ...FORMATS, clock: '13h' } }, 'formats.clock'],
])('A13 a profile with %j is refused', async (body, field) => {
  const { user } = await ann()
  const reply = await user.put('/users/profile', body)
  expect(reply.statusCode).toBe(400)
  expect(Object.keys(reply.json().details)).toEqual([field])
})

test('S12 fields that are not part of the profile are ignored', async () => {
  const { db, user } = await ann()
  const before = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const forged = {
    id: 'x',
    isVerified: false,
    verified_at: null,
    google_subject: 'g',
    password_hash: 'h',
    picture: 'p',
  }
  await user.put('/users/profile', { ...forged, createdAt: 0, role: 'admin' })
  expect(await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toEqual(before)
})

// prettier-ignore
test.each([
  ['DELETE', {},                                         15, 200],
  ['DELETE', undefined,                                  15, 200],
  ['DELETE', undefined,                                  16, 400],
  ['DELETE', {},                                         16, 400],
  ['DELETE', { password: PASSWORD },                     16, 200],
  ['DELETE', { password: 'Wrong horse 1' },               0, 400],
  ['PUT',    { email: 'b@example.org' },                 15, 200],
  ['PUT',    { email: 'b@example.org' },                 16, 400],
  ['PUT',    { email: 'b@example.org', name: 'Bea' },    16, 400],
  ['PUT',    { email: 'b@example.org', currentPassword: PASSWORD },       16, 200],
  ['PUT',    { email: 'b@example.org', currentPassword: 'Wrong horse 1' }, 0, 400],
  ['PUT',    { email: 'ann@example.org', name: 'Anna' }, 16, 200],
  ['PUT',    { name: 'Anna' },                           16, 200],
] as const)('A17 %s of the profile with %j, %i minutes after sign-in, is answered %i', async (method, body, minutes, status) => {
  const { clock, user, login, signUp } = await ann()
  await signUp('Bob')
  clock.now += minutes * 60_000
  // Only the session of the request counts.
  await login('ann@example.org')
  const reply = method === 'PUT' ? await user.put('/users/profile', body) : await user.delete('/users/profile', body)
  expect(reply.statusCode).toBe(status)
  const after = (await login('ann@example.org')).json().data?.user
  if (status === 400) expect(after).toMatchObject({ name: 'Ann', pendingEmail: null })
  else expect(after?.name).toBe(method === 'DELETE' ? undefined : 'name' in body ? body.name : 'Ann')
})

// prettier-ignore
test.each([
  ['en', SEND_OR_SIGN_IN],
  ['es', 'Vuelve a iniciar sesión o envía tu contraseña, para confirmar que eres tú'],
  ['tr', 'Siz olduğunuzu doğrulamak için yeniden oturum açın ya da parolanızı gönderin'],
])('A17 in %s the refusal says to sign in again or to send the password', async (language, sentence) => {
  const { app, clock, user } = await ann()
  clock.now += 16 * 60_000
  const headers = { 'x-auth-token': user.token, 'accept-language': language }
  const reply = await app.inject({ method: 'DELETE', url: '/api/users/profile', headers })
  expect(reply.json()).toEqual({
    ok: false, code: 'invalid', message: sentence, error: sentence, details: { password: sentence },
  })
})

test('S7 a new address needs the password, is unverified, and is used only after its link was opened', async () => {
  const { app, user, mail, login, post, clock } = await ann()
  clock.now += 60 * 60_000
  const email = 'Anna@example.org'
  const without = await user.put('/users/profile', { email })
  expect(without.json().details).toEqual({ currentPassword: SEND_OR_SIGN_IN })
  const wrong = await user.put('/users/profile', { email, currentPassword: 'Wrong horse 1' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().details).toEqual({ currentPassword: 'The password is not right' })
  expect((await user.get('/users/profile')).json().data).toMatchObject({ pendingEmail: null, isVerified: true })

  const changed = await user.put('/users/profile', { email, currentPassword: PASSWORD })
  expect(changed.json().data).toMatchObject({
    email: 'ann@example.org',
    pendingEmail: 'anna@example.org',
    isVerified: false,
    emailVerificationToken: { expiresAt: '2026-03-03T10:00:00.000Z' },
  })
  expect((await login('anna@example.org')).statusCode).toBe(401)
  expect((await login('ann@example.org')).statusCode).toBe(200)
  await app.mail.deliver()
  const mails = mail.mails.slice(-2)
  expect(mails.find(({ to }) => to[0] === 'ann@example.org')!.subject).toBe('Your email address is being changed')
  const { link } = mails.find(({ to }) => to[0] === 'anna@example.org')!
  expect((await post('/users/verify-email', { token: tokenIn(link) })).json().data).toEqual({
    email: 'anna@example.org',
  })
  expect((await login('anna@example.org')).json().data.user).toMatchObject({ pendingEmail: null, isVerified: true })
  expect((await login('ann@example.org')).statusCode).toBe(401)
})

test('S7 a change of address can be cancelled, which voids its link', async () => {
  const { app, user, mail, post } = await ann()
  await user.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  await app.mail.deliver()
  const { link } = mail.mails.find(({ to }) => to[0] === 'anna@example.org')!
  const back = await user.put('/users/profile', { email: 'ann@example.org' })
  expect(back.json().data).toMatchObject({ email: 'ann@example.org', pendingEmail: null, isVerified: true })
  expect((await post('/users/verify-email', { token: tokenIn(link) })).statusCode).toBe(400)
})

test('an address of another account is refused, both in the request and when its link is opened', async () => {
  const { app, user, mail, post, signUp } = await ann()
  await user.put('/users/profile', { email: 'bob@example.org', currentPassword: PASSWORD })
  await app.mail.deliver()
  const { link } = mail.mails.find(({ to }) => to[0] === 'bob@example.org')!
  await signUp('Bob')
  expect((await post('/users/verify-email', { token: tokenIn(link) })).json()).toMatchObject({
    code: 'conflict',
    message: 'An account with this email address already exists',
  })
  expect((await user.get('/users/profile')).json().data.email).toBe('ann@example.org')
  // An address that is already pending needs no password.
  expect((await user.put('/users/profile', { email: 'BOB@example.org' })).statusCode).toBe(200)
  await user.put('/users/profile', { email: 'ann@example.org' })
  const taken = await user.put('/users/profile', { email: 'BOB@example.org', currentPassword: PASSWORD })
  expect(taken.statusCode).toBe(409)
  expect(Object.keys(taken.json().details)).toEqual(['email'])
})

test('S6 changing the password ends every other session', async () => {
  const { app, user, login, mail } = await ann()
  const other = (await login('ann@example.org')).json().data.token
  const body = { currentPassword: PASSWORD, newPassword: 'Another river 2' }
  expect((await user.post('/users/change-password', body)).json()).toEqual({ ok: true, data: null })
  expect((await user.get('/users/profile')).statusCode).toBe(200)
  const headers = { 'x-auth-token': other }
  expect((await app.inject({ url: '/api/users/profile', headers })).statusCode).toBe(401)
  expect((await login('ann@example.org')).statusCode).toBe(401)
  expect((await login('ann@example.org', 'Another river 2')).statusCode).toBe(200)
  await app.mail.deliver()
  expect(mail.mails.at(-1)!.subject).toBe('Your password was changed')
})

// prettier-ignore
test.each([
  [{ currentPassword: 'Wrong horse 1', newPassword: 'Another river 2' }, { currentPassword: 'The password is not right' }],
  [{ currentPassword: PASSWORD, newPassword: 'Password1!' },             { newPassword: 'This password is easy to guess, please choose another' }],
  [{ currentPassword: PASSWORD, newPassword: 'Ann@example1' },           { newPassword: 'This password is easy to guess, please choose another' }],
  [{ currentPassword: PASSWORD, newPassword: 'short' },                  { newPassword: expect.stringContaining('At least 8') }],
  [{ newPassword: 'Another river 2' },                                   { currentPassword: 'This field is required' }],
])('A14 changing the password with %j is refused', async (body, details) => {
  const { user, login } = await ann()
  const reply = await user.post('/users/change-password', body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual(details)
  expect((await login('ann@example.org')).statusCode).toBe(200)
})

test('S3 guesses of the present password are limited', async () => {
  const { user } = await ann('on')
  const body = { currentPassword: 'Wrong horse 1', newPassword: 'Another river 2' }
  const statuses = []
  for (let tried = 0; tried < 11; tried += 1)
    statuses.push((await user.post('/users/change-password', body)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  expect((await user.delete('/users/profile', { password: PASSWORD })).statusCode).toBe(429)
})

test('S3 the right password does not count as an attempt, a verification mail does', async () => {
  const { user } = await ann('login=1/15m,verification=2/1h')
  const change = async (email: string) =>
    (await user.put('/users/profile', { email, currentPassword: PASSWORD })).statusCode
  const statuses = [await change('b@example.org'), await change('c@example.org'), await change('d@example.org')]
  expect(statuses).toEqual([200, 200, 429])
  expect((await user.get('/users/profile')).json().data.pendingEmail).toBe('c@example.org')
})

test('S3 requests for new addresses reveal no more accounts than the limit of verification mails', async () => {
  const { user, signUp } = await ann('verification=2/1h')
  await signUp('Bob')
  const changeEmail = (email: string) => user.put('/users/profile', { email, currentPassword: PASSWORD })
  const statuses = []
  for (const email of ['bob@example.org', 'bob@example.org', 'bob@example.org', 'nobody@example.org'])
    statuses.push((await changeEmail(email)).statusCode)
  expect(statuses).toEqual([409, 409, 429, 429])
})

test('S27 deleting an account leaves nothing of it in any table', async () => {
  const { db, app, user, login, post, signUp } = await ann()
  const bob = await signUp('Bob')
  const made = async (path: string, body: object) => (await user.post(path, body)).json().data.id
  const client = await made('/clients', { name: 'Client of Ann' })
  const project = await made('/projects', { name: 'Project of Ann', client })
  await made('/tasks', { name: 'Task of Ann', project })
  await made('/tags', { name: 'Tag of Ann' })
  await user.post('/initial-data')
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await app.mail.deliver()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await user.put('/users/profile', { email: 'anna@example.org', currentPassword: PASSWORD })
  expect((await user.delete('/users/profile', { password: 'Wrong horse 1' })).statusCode).toBe(400)
  expect((await user.delete('/users/profile', { password: PASSWORD })).json()).toEqual({ ok: true, data: null })

  expect((await user.get('/users/profile')).statusCode).toBe(401)
  expect((await login('ann@example.org')).statusCode).toBe(401)
  const tables = await ownTables(db)
  expect(tables.length).toBeGreaterThan(5)
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    expect(JSON.stringify(rows), name).not.toMatch(new RegExp(`${user.user.id}|anna?@example|of Ann`))
  }
  expect((await bob.get('/users/profile')).statusCode).toBe(200)
})

/** The tables of this test's schema: other tests create and drop theirs at the same time. */
async function ownTables(db: Db) {
  const tables = await db.introspection.getTables()
  if (!process.env['TEST_DATABASE_URL']) return tables
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]!.schema)
}
