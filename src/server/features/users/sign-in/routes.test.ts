import { generateKeyPairSync } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { createSigner } from 'fast-jwt'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const ann = { name: 'Ann', email: 'ann@example.org', password: 'Correct horse 1' }

test('A2 registering signs in, and the reply holds only the token and the user', async () => {
  const { app, db, signUp } = await testApp()
  // The first user of a server would be its administrator.
  await signUp('Bob')
  const reply = await app.inject({ method: 'POST', url: '/api/users/register', payload: ann })
  expect(reply.statusCode).toBe(201)
  expect(reply.json().data.user).toEqual({
    id: expect.any(String),
    name: 'Ann',
    email: 'ann@example.org',
    pendingEmail: null,
    picture: null,
    preferredLanguage: 'en',
    theme: 'light',
    formats: null,
    isVerified: false,
    emailVerificationToken: { expiresAt: '2026-03-03T09:00:00.000Z' },
    hasPassword: true,
  })
  const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('A2 `signUp`, by which other tests get an account, stores what registration stores', async () => {
  const { db, post, signUp } = await testApp()
  await signUp('Ann')
  await post('/users/register', { ...ann, name: 'Bob', email: 'bob@example.org' })
  const own = { id: '', name: '', email: '', password_hash: '' }
  const [first, second] = await db.selectFrom('users').selectAll().execute()
  expect({ ...first, ...own }).toEqual({ ...second, ...own })
  const [bob, other] = [first!.id, second!.id]
  for (const table of ['sessions', 'tokens', 'emails'] as const) {
    const rowsOf = async (userId: string) => {
      const rows = await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()
      return rows.map((row) => ({ ...row, id: '', hash: '', user_id: '', email: '' }))
    }
    expect(await rowsOf(bob)).toEqual(await rowsOf(other))
    expect(await rowsOf(bob)).not.toEqual([])
  }
})

test('A3 a theme other than light or dark becomes light; the language is one of ours', async () => {
  const { app } = await testApp()
  const register = (over: object) =>
    app.inject({ method: 'POST', url: '/api/users/register', payload: { ...ann, ...over } })
  const user = (await register({ theme: 'system', preferredLanguage: 'tr' })).json().data.user
  expect(user).toMatchObject({ theme: 'light', preferredLanguage: 'tr' })
  expect((await register({ email: 'b@example.org', preferredLanguage: 'de' })).statusCode).toBe(400)
})

test('addresses that differ only in case are one account', async () => {
  const { app, signUp } = await testApp()
  await signUp('Ann')
  const payload = { ...ann, email: 'ANN@example.org' }
  const reply = await app.inject({ method: 'POST', url: '/api/users/register', payload })
  expect(reply.statusCode).toBe(409)
  expect(reply.json().details).toEqual({ email: 'An account with this email address already exists' })
  const login = await app.inject({ method: 'POST', url: '/api/users/login', payload })
  expect(login.json().data.user.name).toBe('Ann')
})

// prettier-ignore
test.each([
  ['too short',      'Abc1!xy'],
  ['no digit',       'Abcdefgh!'],
  ['no uppercase',   'abcdefg1!'],
  ['nothing special','Abcdefg1'],
  ['too long',       `Aa1!${'x'.repeat(125)}`],
])('A4 a password that is %s is refused', async (_why, password) => {
  const { app } = await testApp()
  const reply = await app.inject({ method: 'POST', url: '/api/users/register', payload: { ...ann, password } })
  expect(reply.statusCode).toBe(400)
  expect(Object.keys(reply.json().details)).toEqual(['password'])
})

test('S1 a space counts as a special character, and the 73rd character of a password matters', async () => {
  const { app } = await testApp()
  const password = `Aa1 ${'x'.repeat(68)}`
  await app.inject({ method: 'POST', url: '/api/users/register', payload: { ...ann, password: `${password}y` } })
  const login = (tried: string) =>
    app.inject({ method: 'POST', url: '/api/users/login', payload: { email: ann.email, password: tried } })
  expect((await login(`${password}z`)).statusCode).toBe(401)
  expect((await login(`${password}y`)).statusCode).toBe(200)
})

test('S4 an unknown address takes as long to refuse as a wrong password', async () => {
  const { post, signUp } = await testApp()
  await signUp('Ann')
  const times = { known: [] as number[], unknown: [] as number[] }
  // The calls alternate, so that a busy machine slows both kinds.
  for (let round = 0; round < 7; round += 1)
    for (const [who, email] of [
      ['known', ann.email],
      ['unknown', 'nobody@example.org'],
    ] as const) {
      const since = performance.now()
      await post('/users/login', { email, password: 'Wrong horse 1' })
      times[who].push(performance.now() - since)
    }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[3]!
  // Without a dummy hash it would take a hundredth of the time.
  expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 4)
})

test('A5 a wrong password and an unknown address are refused alike', async () => {
  const { app, signUp } = await testApp()
  await signUp('Ann')
  const login = (payload: object) => app.inject({ method: 'POST', url: '/api/users/login', payload })
  const wrong = await login({ email: ann.email, password: 'Wrong horse 1' })
  const unknown = await login({ email: 'nobody@example.org', password: 'Wrong horse 1' })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json().message).toBe('Invalid email or password')
  expect(unknown.body).toBe(wrong.body)
})

test('A6 signing out ends that session and no other', async () => {
  const { app, signUp } = await testApp()
  const here = await signUp('Ann')
  const login = await app.inject({ method: 'POST', url: '/api/users/login', payload: ann })
  await here.post('/users/logout')
  expect((await here.get('/users/profile')).statusCode).toBe(401)
  const headers = { 'x-auth-token': login.json().data.token }
  expect((await app.inject({ url: '/api/users/profile', headers })).json().data.name).toBe('Ann')
})

test('S1 a hash with outdated parameters is replaced at the next sign-in', async () => {
  const { db, post, signUp } = await testApp()
  await signUp('Ann')
  const weak = await hash(ann.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await db.updateTable('users').set({ password_hash: weak }).execute()
  const hashAfterLogin = async () => {
    expect((await post('/users/login', ann)).statusCode).toBe(200)
    return (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash
  }
  const strong = await hashAfterLogin()
  expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashAfterLogin()).toBe(strong)
})

test('S1 a password of 128 characters with emoji is accepted unchanged', async () => {
  const { post } = await testApp()
  const password = ` Aa1${'🐎'.repeat(60)}xxxx `.slice(0, 128)
  expect((await post('/users/register', { ...ann, password })).statusCode).toBe(201)
  expect((await post('/users/login', { email: ann.email, password })).statusCode).toBe(200)
  expect((await post('/users/login', { email: ann.email, password: password.trim() })).statusCode).toBe(401)
})

test('S2 common and easily guessed passwords are refused', async () => {
  const { post } = await testApp()
  for (const password of ['Password1!', 'Ritmo2026!', 'Ann@example1']) {
    const reply = await post('/users/register', { ...ann, password })
    expect(reply.statusCode, password).toBe(400)
    expect(reply.json().details).toEqual({ password: 'This password is easy to guess, please choose another' })
  }
})

test('S12 registration ignores fields that a new user may not set', async () => {
  const { db, post } = await testApp()
  const extra = { id: 'mine', isVerified: true, verified_at: 1, googleSubject: 'g', google_subject: 'g', picture: 'x' }
  const { user } = (await post('/users/register', { ...ann, ...extra })).json().data
  expect(user).toMatchObject({ isVerified: false, picture: null })
  expect(user.id).not.toBe('mine')
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ verified_at: null, google_subject: null })
})

// prettier-ignore
test.each([
  ['register', { name: 'Ann\nBcc: x@example.org', email: ann.email, password: ann.password }, 'name'],
  ['register', { name: ' ', email: ann.email, password: ann.password },                       'name'],
  ['register', { name: 'Ann', email: 'a@b.c\r\nBcc: x@example.org', password: ann.password }, 'email'],
  ['register', { name: 'Ann', email: ['ann@example.org'], password: ann.password },           'email'],
  ['login',    { email: ann.email, password: { $ne: '' } },                                   'password'],
  ['login',    { email: ann.email },                                                          'password'],
  ['google',   { token: null },                                                               'token'],
])('A10 %s refuses %j at %s', async (path, payload, field) => {
  const { post } = await testApp()
  const reply = await post(`/users/${path}`, payload)
  expect(reply.statusCode).toBe(400)
  expect(Object.keys(reply.json().details)).toEqual([field])
})

test('A8 a session of a deleted account is refused', async () => {
  const { db, signUp } = await testApp()
  const user = await signUp('Ann')
  await db.deleteFrom('users').execute()
  expect((await user.get('/users/profile')).statusCode).toBe(401)
})

test('S5 forged, altered and foreign tokens are refused', async () => {
  const { app, clock, signUp, sessionSecret } = await testApp()
  const { token, user } = await signUp('Ann')
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  const key = sessionSecret
  const signed = (payload: object, options: object = {}) =>
    createSigner({ key, header: { alg: 'HS256', typ: 'at+jwt' }, noTimestamp: true, ...options })(payload as never)
  const { exp: _, ...endless } = claims
  const { iss: _iss, ...ofNobody } = claims
  const { aud: _aud, ...forNobody } = claims
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`
  // prettier-ignore
  const forgeries = {
    'alg none':        none,
    'another key':     signed(claims, { key: 'another secret that is long enough, yes' }),
    'another alg':     signed(claims, { key: rsa, header: { alg: 'RS256', typ: 'at+jwt' }, algorithm: 'RS256' }),
    'another typ':     signed(claims, { header: { alg: 'HS256', typ: 'JWT' } }),
    'another purpose': signed({ ...claims, aud: 'app:reset' }),
    'another issuer':  signed({ ...claims, iss: 'elsewhere' }),
    'no issuer':       signed(ofNobody),
    'no purpose':      signed(forNobody),
    'no expiry':       signed(endless),
    'expired':         signed({ ...claims, exp: Math.floor(clock.now / 1_000) - 1 }),
    'no session':      signed({ ...claims, sid: 'x' }),
    'only a subject':  signed({ iss: claims.iss, aud: claims.aud, sub: user.id, exp: claims.exp }),
    'cut short':       token.slice(0, -2),
    'nonsense':        'a.b.c',
  }
  for (const [what, forgery] of Object.entries(forgeries)) {
    const reply = await app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${forgery}` } })
    expect(reply.statusCode, what).toBe(401)
  }
  const real = await app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${signed(claims)}` } })
  expect(real.statusCode).toBe(200)
})
