import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { TwoFactorState } from '#contract/security/two-factor.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { codeAt, fromBase32 } from '#server/testing/two-factor/authenticator-app.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { removeTwoFactor } from '#server/features/users/queries.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'

const PASSWORD = 'Correct horse 1'
const CREDENTIALS = { email: 'ann@example.org', password: PASSWORD }

async function ann(environment: Record<string, string> = {}) {
  const parts = await testApp({ TRUST_PROXY: '1', ...environment })
  const user = await parts.signUp('Ann')
  const codeOf = (secret: string) => codeAt(secret, parts.clock.now)
  const login = (body: object = {}, headers = {}) =>
    parts.post('/users/login', { ...CREDENTIALS, ...body }, { 'accept-language': 'en', ...headers })
  const state = async () => (await user.get('/users/two-factor')).json().data as TwoFactorState
  /** Adds an app, and leaves the step of its first code. */
  const addApp = async () => {
    const { secret } = (await user.post('/users/two-factor/app', { password: PASSWORD })).json().data
    const code = codeOf(secret)
    const { recoveryCodes } = (await user.post('/users/two-factor/app/confirm', { code })).json().data
    parts.clock.now += 30_000
    return { secret: secret as string, recoveryCodes: recoveryCodes as string[] }
  }
  return { ...parts, user, codeOf, login, state, addApp }
}

test('A71 an app counts once its first code is confirmed; then the password alone does not sign in', async () => {
  const { user, codeOf, login, state, clock } = await ann()
  const begun = (await user.post('/users/two-factor/app', { password: PASSWORD })).json().data
  expect(begun.uri).toContain(`secret=${begun.secret}`)
  expect(begun.code.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  expect((await login()).statusCode).toBe(200)
  expect(await state()).toMatchObject({ isOn: false, hasApp: false, recoveryCodesLeft: 0 })

  expect((await user.post('/users/two-factor/app/confirm', { code: '000000' })).json().details).toEqual({
    code: 'This code is not right, or it was used before',
  })
  const confirmed = await user.post('/users/two-factor/app/confirm', { code: codeOf(begun.secret) })
  expect(confirmed.json().data.recoveryCodes).toHaveLength(10)
  expect(await state()).toMatchObject({ isOn: true, hasApp: true, recoveryCodesLeft: 10 })

  const refused = await login()
  expect(refused.statusCode).toBe(401)
  expect(refused.json()).toMatchObject({
    ok: false,
    code: 'second-factor-required',
  })
  // No passkey is offered to an account that has none.
  expect(Object.keys(refused.json().details)).toEqual(['code'])
  clock.now += 30_000
  expect((await login({ code: codeOf(begun.secret) })).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['en', 'Enter the code of your authenticator app, or a recovery code'],
  ['es', 'Escribe el código de tu aplicación de autenticación'],
  ['tr', 'Doğrulama uygulamanızın kodunu veya bir kurtarma kodunu girin'],
])('A71 a client that knows only the specification reads in %s what is missing', async (language, sentence) => {
  const { login, addApp } = await ann()
  await addApp()
  const { message, error } = (await login({}, { 'accept-language': language })).json()
  expect(message).toContain(sentence)
  expect(error).toBe(message)
})

test('A71 a code counts once, also in parallel, and codes with spaces count', async () => {
  const { codeOf, login, addApp, clock } = await ann()
  const { secret } = await addApp()
  const code = codeOf(secret)
  const statuses = (await Promise.all([login({ code }), login({ code })])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  clock.now += 30_000
  const next = codeOf(secret)
  expect((await login({ code: `${next.slice(0, 3)} ${next.slice(3)}` })).statusCode).toBe(200)
  expect((await login({ code })).statusCode).toBe(401)
})

test('A72 each of ten recovery codes signs in once, however it is typed, and new ones replace them', async () => {
  const { login, addApp, state, user } = await ann()
  const { recoveryCodes } = await addApp()
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect((await login({ code: recoveryCodes[0] })).statusCode).toBe(200)
  expect((await login({ code: recoveryCodes[0] })).statusCode).toBe(401)
  expect((await login({ code: recoveryCodes[1]!.toUpperCase().replaceAll('-', ' ') })).statusCode).toBe(200)
  expect((await state()).recoveryCodesLeft).toBe(8)
  const renewed = (await user.post('/users/two-factor/recovery-codes', { password: PASSWORD })).json().data
    .recoveryCodes
  expect((await login({ code: recoveryCodes[2] })).statusCode).toBe(401)
  expect((await login({ code: renewed[2] })).statusCode).toBe(200)
})

test('A72 secrets and codes are not in the database as they are', async () => {
  const { addApp, db, sessionSecret, user } = await ann()
  const { secret, recoveryCodes } = await addApp()
  const app = await db.selectFrom('authenticator_apps').selectAll().executeTakeFirstOrThrow()
  const hashes = await db.selectFrom('recovery_codes').selectAll().execute()
  const stored = JSON.stringify([app, hashes])
  for (const text of [
    secret,
    fromBase32(secret).toString('base64url'),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ])
    expect(stored).not.toContain(text)
  const cipher = createSecretCipher(sessionSecret, 'two-factor')
  expect(cipher.decrypt(app.secret, user.user.id)).toEqual(fromBase32(secret))
  expect(cipher.decrypt(app.secret, 'another user')).toBeUndefined()
  expect(cipher.decrypt(`${app.secret}A`, user.user.id)).toBeUndefined()
  expect(createSecretCipher('another secret', 'two-factor').decrypt(app.secret, user.user.id)).toBeUndefined()
  expect(cipher.decrypt('nonsense', user.user.id)).toBeUndefined()
})

test('A73 wrong codes count like wrong passwords, and missing ones do not', async () => {
  const { codeOf, login, addApp } = await ann({ RATE_LIMITS: 'on' })
  const { secret } = await addApp()
  for (let count = 0; count < 12; count += 1) expect((await login()).statusCode).toBe(401)
  for (let count = 0; count < 10; count += 1) expect((await login({ code: '000000' })).statusCode).toBe(401)
  expect((await login({ code: codeOf(secret) })).statusCode).toBe(429)
})

test('A73 recovery codes cannot be tried out either', async () => {
  const { login, addApp } = await ann({ RATE_LIMITS: 'on' })
  const { recoveryCodes } = await addApp()
  for (let count = 0; count < 10; count += 1)
    expect((await login({ code: `aaaa-aaaa-aaaa-aaa${count % 6 === 0 ? 'a' : 'b'}` })).statusCode).toBe(401)
  expect((await login({ code: recoveryCodes[0] })).statusCode).toBe(429)
})

test('A73 a wrong password with a right code gets the reply of any wrong password', async () => {
  const { codeOf, login, addApp } = await ann()
  const { secret } = await addApp()
  const wrong = { password: 'Wrong horse 1' }
  const replies = [await login({ ...wrong, code: codeOf(secret) }), await login(wrong)]
  expect(replies.map((reply) => reply.json().code)).toEqual(['unauthenticated', 'unauthenticated'])
  expect((await login({ code: codeOf(secret) })).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['begin an app',       'post',   '/users/two-factor/app'],
  ['remove the app',     'delete', '/users/two-factor/app'],
  ['make new codes',     'post',   '/users/two-factor/recovery-codes'],
  ['make a passkey',     'post',   '/users/passkeys/options'],
  ['remove a passkey',   'delete', '/users/passkeys/abc'],
] as const)('A74 to %s, an old session needs the password', async (_what, method, path) => {
  const { user, clock, addApp } = await ann()
  await addApp()
  clock.now += 15 * MINUTE_MS + 1
  expect((await user[method](path, {})).json().details).toHaveProperty('password')
  expect((await user[method](path, { password: 'Wrong horse 1' })).json().details).toHaveProperty('password')
  expect((await user[method](path, { password: PASSWORD })).json().details ?? {}).not.toHaveProperty('password')
})

test('A74 a confirmed app cannot be replaced, only removed', async () => {
  const { user, addApp, login, codeOf } = await ann()
  const { secret } = await addApp()
  expect((await user.post('/users/two-factor/app', { password: PASSWORD })).statusCode).toBe(409)
  expect((await user.post('/users/two-factor/app/confirm', { code: codeOf(secret) })).statusCode).toBe(409)
  expect((await login()).statusCode).toBe(401)
  expect((await user.delete('/users/two-factor/app', { password: PASSWORD })).statusCode).toBe(200)
  expect((await login()).statusCode).toBe(200)
})

test('A75 a new password by mail leaves the second factor, and an administrator can remove it', async () => {
  const mail = await testMail()
  const { addApp, post, app, login, codeOf, db, user, clock } = await ann(mail.settings)
  const { secret } = await addApp()
  await post('/users/forgot-password', { email: 'ann@example.org' })
  await app.mail.deliver()
  const token = mail.mails
    .findLast(({ link }) => link.includes('/reset-password/'))!
    .link.split('/')
    .at(-1)
  const password = 'Another river 2'
  expect((await post('/users/reset-password', { token, password })).statusCode).toBe(200)
  expect((await login({ password })).json().code).toBe('second-factor-required')
  expect((await login({ password, code: codeOf(secret) })).statusCode).toBe(200)
  clock.now += 30_000
  await removeTwoFactor(db, user.user.id)
  expect((await login({ password })).statusCode).toBe(200)
  for (const table of ['authenticator_apps', 'recovery_codes', 'passkeys'] as const)
    expect(await db.selectFrom(table).select('user_id').execute()).toEqual([])
})

test('A75 for 7 days “This was not me” takes back an app that somebody has added', async () => {
  const mail = await testMail()
  const { addApp, post, app, login, db, state } = await ann(mail.settings)
  await db.updateTable('users').set({ verified_at: 1 }).execute()
  await addApp()
  expect((await state()).isOn).toBe(true)
  await app.mail.deliver()
  const { link, subject } = mail.mails.at(-1)!
  expect(subject).toBe('An authenticator app was added')
  expect((await post('/users/not-me', { token: link.split('/').at(-1) })).statusCode).toBe(200)
  expect((await login()).statusCode).toBe(200)
  expect(await db.selectFrom('recovery_codes').select('hash').execute()).toEqual([])
})

test('A76 where it is required, a session can do nothing else until two-factor sign-in is set up', async () => {
  const { app, user, addApp, state, clock } = await ann({ REQUIRE_TWO_FACTOR: 'everyone' })
  expect((await state()).isRequired).toBe(true)
  const refused = await user.get('/projects')
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({
    code: 'two-factor-not-set-up',
    message: expect.stringContaining('two-factor'),
  })
  for (const path of ['/time-entries', '/users/sessions', '/timer']) expect((await user.get(path)).statusCode).toBe(403)
  expect((await user.get('/users/profile')).statusCode).toBe(200)
  expect(await connect(app, user.token)).toBe('two-factor-not-set-up')
  await addApp()
  expect(await connect(app, user.token)).toBe('connected')
  expect((await user.get('/projects')).statusCode).toBe(200)
  clock.now += DAY_MS
  expect((await user.delete('/users/two-factor/app', { password: PASSWORD })).statusCode).toBe(200)
  expect((await user.get('/projects')).statusCode).toBe(403)
})

test('A76 where it is required for administrators, other users need none', async () => {
  const { user, db, signUp } = await ann({ REQUIRE_TWO_FACTOR: 'administrators' })
  const bob = await signUp('Bob')
  await db.updateTable('users').set({ is_administrator: 1 }).where('id', '=', user.user.id).execute()
  expect((await user.get('/projects')).statusCode).toBe(403)
  expect((await bob.get('/projects')).statusCode).toBe(200)
})

async function connect(app: FastifyInstance, token: string) {
  if (!app.server.listening) await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, reconnection: false, forceNew: true })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', ({ message }) => resolve(message))
  }).finally(() => socket.disconnect())
}
