import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { generateKeyPair } from 'jose'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'
/** An address whose mailbox Google hosts, and one that is only registered with Google. */
const GMAIL = { sub: 'g-1', email: 'ann@gmail.com', name: 'Ann' }
const ELSEWHERE = { sub: 'g-2', email: 'ann@example.org', name: 'Ann' }

async function withGoogle(environment: Record<string, string> = {}) {
  const issuer = await startGoogleIssuer()
  onTestFinished(issuer.stop)
  const mail = await testMail()
  const parts = await testApp({ ...issuer.settings, ...mail.settings, ...environment })
  const nonce = async () => {
    const { address } = (await parts.app.inject('/api/users/google')).json().data
    return new URL(address).searchParams.get('nonce')!
  }
  const tokenFor = async (claims: object, options = {}) =>
    issuer.tokenFor({ nonce: await nonce(), ...claims }, { now: parts.clock.now, ...options })
  const send = (token: string, password?: string) => parts.post('/users/google', { token, password })
  const signIn = async (claims: object, password?: string) => send(await tokenFor(claims), password)
  const register = (email: string) => parts.post('/users/register', { name: 'Ann', email, password: PASSWORD })
  const login = (email: string) => parts.post('/users/login', { email, password: PASSWORD })
  const verify = async () => {
    await parts.app.mail.deliver()
    const { link } = mail.mails.at(-1)!
    return parts.post('/users/verify-email', { token: link.slice(link.lastIndexOf('/') + 1) })
  }
  const as = (token: string, url: string) => parts.app.inject({ url, headers: { 'x-auth-token': token } })
  return { ...parts, issuer, mail, nonce, tokenFor, send, signIn, register, login, verify, as }
}

test('A16 without a client id sign-in with Google is not offered', async () => {
  const { app, post } = await testApp()
  expect((await app.inject('/api/users/google')).json().data).toEqual({ address: null })
  const reply = await post('/users/google', { token: 'a.b.c' })
  expect(reply.statusCode).toBe(401)
  expect(reply.json().message).toBe('Error signing in with Google')
})

test('A16 the authorization URL has the client id, the redirect address and a nonce', async () => {
  const { app } = await withGoogle()
  const address = new URL((await app.inject('/api/users/google')).json().data.address)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'ritmo-test-client',
    redirect_uri: 'https://ritmo.example.org/login',
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce: expect.any(String),
    prompt: 'select_account',
  })
})

test('A16 a new Google user gets an account, and signs in to it the next time', async () => {
  const { signIn, as, db, log } = await withGoogle({ RATE_LIMITS: 'login-address=1/15m', LOG_LEVEL: 'info' })
  const picture = 'https://lh3.googleusercontent.com/a/x'
  const first = (await signIn({ ...GMAIL, picture })).json().data
  expect(first.user).toMatchObject({
    name: 'Ann',
    email: 'ann@gmail.com',
    picture,
    isVerified: true,
    hasPassword: false,
    preferredLanguage: null,
    theme: null,
  })
  expect((await as(first.token, '/api/users/profile')).statusCode).toBe(200)
  expect(await db.selectFrom('emails').selectAll().execute()).toEqual([])
  // The account is found by the subject, because the address may change.
  const again = (await signIn({ ...GMAIL, email: 'renamed@gmail.com' })).json().data
  expect(again.user.id).toBe(first.user.id)
  expect(log.map((line) => JSON.parse(line))).toEqual(
    Array(2).fill(expect.objectContaining({ msg: 'signed in with Google', userId: first.user.id })),
  )
})

test('A16 an address that Google does not host must be verified; a picture of another host is left out', async () => {
  const { signIn, verify, mail } = await withGoogle()
  const { user } = (await signIn({ ...ELSEWHERE, name: 'A\nB', picture: 'https://example.com/x.png' })).json().data
  expect(user).toMatchObject({
    name: 'ann',
    picture: null,
    isVerified: false,
    emailVerificationToken: { expiresAt: '2026-03-03T09:00:00.000Z' },
  })
  expect((await verify()).statusCode).toBe(200)
  expect(mail.mails[0]).toMatchObject({ to: ['ann@example.org'], subject: 'Verify your email address' })
})

test('S20 bad tokens are refused', async () => {
  const { clock, issuer, tokenFor, send, nonce, db } = await withGoogle()
  const at = Math.floor(clock.now / 1_000)
  const { privateKey: foreignKey } = await generateKeyPair('RS256')
  const good = await tokenFor(GMAIL)
  const [head = '', claims = '', signature = ''] = good.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const confused = `${encode({ alg: 'HS256', kid: 'key-1' })}.${claims}`
  const usedToken = await tokenFor(GMAIL)
  expect((await send(usedToken)).statusCode).toBe(200)
  // prettier-ignore
  const bad = {
    'alg none':            `${encode({ alg: 'none' })}.${claims}.`,
    'public key as secret': `${confused}.${createHmac('sha256', issuer.publicKeyPem).update(confused).digest('base64url')}`,
    'foreign key':         await tokenFor(GMAIL, { key: foreignKey }),
    'unknown key id':      await tokenFor(GMAIL, { header: { kid: 'key-2' } }),
    'altered claims':      `${head}.${encode({ ...GMAIL, email: 'bob@gmail.com' })}.${signature}`,
    'other audience':      await tokenFor({ ...GMAIL, aud: 'another-client' }),
    'other issuer':        await tokenFor({ ...GMAIL, iss: 'https://accounts.example.com' }),
    'expired':             await tokenFor({ ...GMAIL, exp: at - 61 }),
    'no expiry':           await tokenFor({ ...GMAIL, exp: undefined }),
    'not valid yet':       await tokenFor({ ...GMAIL, nbf: at + 120 }),
    'unverified address':  await tokenFor({ ...GMAIL, email_verified: false }),
    'no address':          await tokenFor({ ...GMAIL, email: undefined }),
    'no nonce':            await tokenFor({ ...GMAIL, nonce: undefined }),
    'nonce of another':    await tokenFor({ ...GMAIL, nonce: `${await nonce()}x` }),
    'used before':         usedToken,
    'no token':            'nonsense',
  }
  for (const [what, token] of Object.entries(bad)) {
    const reply = await send(token)
    expect(reply.statusCode, what).toBe(401)
    expect(reply.json().message, what).toBe('Error signing in with Google')
  }
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
  expect((await send(await tokenFor({ ...GMAIL, exp: at - 59 }))).statusCode).toBe(200)
})

test('S20 a sign-in that began too long ago is refused', async () => {
  const { clock, send, tokenFor, nonce } = await withGoogle()
  const old = await nonce()
  clock.now += 16 * 60_000
  expect((await send(await tokenFor({ ...GMAIL, nonce: old }))).statusCode).toBe(401)
})

test('S29 a token that is sent several times at once signs in once', async () => {
  const { send, tokenFor, db } = await withGoogle()
  const token = await tokenFor(GMAIL)
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(token)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.every(({ statusCode }) => [200, 401, 409].includes(statusCode))).toBe(true)
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

// prettier-ignore
test.each<[string, number, string | undefined]>([
  ['none',         503, undefined],
  ['no JSON',      200, '<html>'],
  ['other JSON',   200, '{"keys":{}}'],
])('O43 while Google’s keys cannot be read (%s), sign-in answers 503, counts no attempt, and works again afterwards', async (_what, status, body) => {
  const limits = { RATE_LIMITS: 'login-address=2/15m' }
  const { issuer, tokenFor, send, register, login, post } = await withGoogle(limits)
  const token = await tokenFor(GMAIL)
  issuer.answerKeysWith(status, body)
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await post('/users/google', { token }, { 'accept-language': 'tr' })
    expect(reply.statusCode).toBe(503)
    expect(reply.json().message).toBe('Google ile oturum açılırken hata oluştu')
  }
  await register('bob@example.org')
  expect((await login('bob@example.org')).statusCode).toBe(200)
  issuer.answerKeysWith(200)
  expect((await send(token)).statusCode).toBe(200)
})

test('O43 while Google cannot be reached, sign-in answers 503 and logs a warning', async () => {
  const { signIn, log } = await withGoogle({ GOOGLE_KEYS_URL: 'http://127.0.0.1:9/keys', LOG_LEVEL: 'warn' })
  const reply = await signIn(GMAIL)
  expect(reply.statusCode).toBe(503)
  expect(reply.json().message).toBe('Error signing in with Google')
  expect(JSON.parse(log[0]!)).toMatchObject({ msg: 'the keys of Google cannot be read', err: expect.anything() })
})

test('S20 a verified account is linked if Google hosts its mailbox, and keeps its password', async () => {
  const { signIn, register, verify, login } = await withGoogle()
  const { id } = (await register('ann@gmail.com')).json().data.user
  await verify()
  const picture = 'https://lh3.googleusercontent.com/a/x'
  expect((await signIn({ ...GMAIL, picture })).json().data.user).toMatchObject({ id, hasPassword: true, picture })
  expect((await login('ann@gmail.com')).statusCode).toBe(200)
})

test('S20 if Google cannot prove the mailbox, the account’s password is needed', async () => {
  const { signIn, register, verify, send, tokenFor } = await withGoogle()
  const { id } = (await register('ann@example.org')).json().data.user
  await verify()
  const token = await tokenFor(ELSEWHERE)
  const refused = await send(token)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(/Enter its password/)
  expect((await send(token, 'Wrong horse 1')).statusCode).toBe(409)
  expect((await send(token, PASSWORD)).json().data.user.id).toBe(id)
  expect((await signIn(ELSEWHERE)).json().data.user.id).toBe(id)
})

test('S20 classic-federated merge: the password of somebody who registered the address first stops working', async () => {
  const { signIn, register, login } = await withGoogle()
  await register('ann@gmail.com')
  const { user } = (await signIn(GMAIL)).json().data
  expect(user).toMatchObject({ isVerified: true, hasPassword: false })
  expect((await login('ann@gmail.com')).statusCode).toBe(401)
})

test('S20 unexpired session: earlier sessions and their sockets are ended', async () => {
  const { app, signIn, register, as } = await withGoogle()
  const { token } = (await register('ann@gmail.com')).json().data
  const socket = io(await app.listen({ port: 0, host: '127.0.0.1' }), { auth: { token }, reconnection: false })
  await once(socket as never, 'connect')
  const cut = once(socket as never, 'disconnect')
  const mine = (await signIn(GMAIL)).json().data
  expect(await cut).toEqual(['io server disconnect', undefined])
  expect((await as(token, '/api/users/profile')).statusCode).toBe(401)
  expect((await as(mine.token, '/api/users/profile')).statusCode).toBe(200)
})

test('S20 trojan identifier: an attacker’s Google account is not linked by a request for the victim’s address', async () => {
  const { app, signIn } = await withGoogle()
  const mallory = (await signIn({ sub: 'g-9', email: 'mallory@gmail.com', name: 'M' })).json().data
  const headers = { 'x-auth-token': mallory.token }
  await app.inject({ method: 'PUT', url: '/api/users/profile', headers, payload: { email: 'ann@gmail.com' } })
  const ann = (await signIn(GMAIL)).json().data
  expect(ann.user.id).not.toBe(mallory.user.id)
  const back = (await signIn({ sub: 'g-9', email: 'mallory@gmail.com', name: 'M' })).json().data
  expect(back.user.id).toBe(mallory.user.id)
})

test('S20 unexpired e-mail change: an earlier request to change the address is void', async () => {
  const { app, mail, signIn, register, post } = await withGoogle()
  const { token } = (await register('ann@gmail.com')).json().data
  const payload = { email: 'mallory@example.org', currentPassword: PASSWORD }
  await app.inject({ method: 'PUT', url: '/api/users/profile', headers: { 'x-auth-token': token }, payload })
  await app.mail.deliver()
  const { link } = mail.mails.find(({ to }) => to[0] === 'mallory@example.org')!
  const { user } = (await signIn(GMAIL)).json().data
  expect(user.pendingEmail).toBeNull()
  expect((await post('/users/verify-email', { token: link.slice(link.lastIndexOf('/') + 1) })).statusCode).toBe(400)
})

// prettier-ignore
test.each<[string, typeof GMAIL, string | null, string | undefined]>([
  ['is linked',                        GMAIL,     null,    undefined],
  ['is linked by the password',        ELSEWHERE, null,    PASSWORD],
  ['replaces another by the password', GMAIL,     'g-old', PASSWORD],
])('S31 a Google account that %s cancels a pending address and every mailed link', async (_what, claims, subject, password) => {
  const { app, db, mail, signIn, register, verify, post } = await withGoogle()
  const { token } = (await register(claims.email)).json().data
  await verify()
  await db.updateTable('users').set({ google_subject: subject }).execute()
  const payload = { email: 'mallory@example.org', currentPassword: PASSWORD }
  await app.inject({ method: 'PUT', url: '/api/users/profile', headers: { 'x-auth-token': token }, payload })
  await post('/users/forgot-password', { email: claims.email })
  await app.mail.deliver()
  const tokenOf = (path: string) => mail.mails.findLast(({ link }) => link.includes(path))!.link.split('/').at(-1)!
  const reply = await signIn(claims, password)
  expect(reply.json().data.user).toMatchObject({ pendingEmail: null, hasPassword: true })
  expect((await post('/users/verify-email', { token: tokenOf('verify-email') })).statusCode).toBe(400)
  const reset = { token: tokenOf('reset-password'), password: 'Another river 2' }
  expect((await post('/users/reset-password', reset)).statusCode).toBe(400)
})

test('S20 non-verifying provider: an address that Google does not host gives no access to its account', async () => {
  const { signIn, register } = await withGoogle()
  await register('ann@example.org')
  expect((await signIn(ELSEWHERE)).statusCode).toBe(409)
})

test('A17 a user without a password confirms their identity by a recent sign-in', async () => {
  const { app, clock, signIn } = await withGoogle()
  const remove = (token: string) =>
    app.inject({ method: 'DELETE', url: '/api/users/profile', headers: { 'x-auth-token': token } })
  const { token } = (await signIn(GMAIL)).json().data
  clock.now += 16 * 60_000
  const late = await remove(token)
  expect(late.statusCode).toBe(400)
  expect(late.json().message).toBe('Please sign out and in again first, then repeat this')
  const again = (await signIn(GMAIL)).json().data.token
  clock.now += 15 * 60_000
  expect((await remove(again)).statusCode).toBe(200)
})

test.each([
  ['forgot-password', { email: GMAIL.email }],
  ['register', { name: 'Mallory', email: GMAIL.email, password: PASSWORD }],
])('S20 unexpired link: an earlier link from %s is void', async (path, body) => {
  const { app, mail, signIn, register, post } = await withGoogle()
  if (path !== 'register') await register(GMAIL.email)
  await post(`/users/${path}`, body)
  await app.mail.deliver()
  const { link } = mail.mails.at(-1)!
  const token = link.slice(link.lastIndexOf('/') + 1)
  expect((await signIn(GMAIL)).json().data.user).toMatchObject({ name: 'Ann', hasPassword: false })
  const use = path === 'register' ? 'verify-email' : 'reset-password'
  expect((await post(`/users/${use}`, { token, password: 'Another river 2' })).statusCode).toBe(400)
})

// prettier-ignore
test.each([
  ['a mailbox of Google',                 { email: 'ann@googlemail.com' },                     true],
  ['one of a domain that Google manages', { email: 'ann@example.org', hd: 'example.org' },     true],
  ['one of a domain that only begins so', { email: 'ann@gmail.com.example.org' },              false],
  ['one of a domain that only ends so',   { email: 'ann@notgmail.com' },                       false],
  ['with a picture that is no address',   { email: 'ann@example.org', picture: 'nonsense' },   false],
])('S20 %s, %j: Google’s claim verifies the address: %s', async (_what, claims, isVerified) => {
  const { signIn } = await withGoogle()
  expect((await signIn({ sub: 'g-1', ...claims })).json().data.user).toMatchObject({ isVerified, picture: null })
})

test('A16 without a name from Google the local part of the address is used, cut to the maximum length', async () => {
  const { signIn } = await withGoogle()
  const email = `${'a'.repeat(150)}@gmail.com`
  expect((await signIn({ sub: 'g-1', email })).json().data.user.name).toBe('a'.repeat(100))
})

test('A14 a user without a password cannot change it', async () => {
  const { app, signIn } = await withGoogle()
  const headers = { 'x-auth-token': (await signIn(GMAIL)).json().data.token }
  const payload = { currentPassword: PASSWORD, newPassword: 'Another river 2' }
  const reply = await app.inject({ method: 'POST', url: '/api/users/change-password', headers, payload })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toMatch(/^This account has no password yet/)
})

test('S3 bad tokens are limited per network', async () => {
  const { send } = await withGoogle({ RATE_LIMITS: 'login-address=2/15m' })
  const statuses = [await send('x'), await send('x'), await send('x')].map((reply) => reply.statusCode)
  expect(statuses).toEqual([401, 401, 429])
})
