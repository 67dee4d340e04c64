import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { tr } from '#contract/messages/tr.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { deleteOldTokens } from './queries.ts'
import { createTokenSecret, hashOfToken } from './secrets.ts'

const PASSWORD = 'Correct horse 1'
const DRAFT = { name: 'Backup script', scopes: ['read'] }
const PROJECT = { name: 'Atlas' }

/** Ann has a confirmed address. `callWith` calls the API with an access token. */
async function annWithTokens(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  const ann = await parts.signUp('Ann')
  await parts.db.updateTable('users').set({ verified_at: 1 }).execute()
  const make = async (draft: object = {}) => (await ann.post('/tokens', { ...DRAFT, ...draft })).json().data
  const callWith = (token: string, path = '/projects', body?: object, headers: Record<string, string> = {}) =>
    parts.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body && { payload: body }),
    })
  const statusOf = async (token: string) => (await callWith(token)).statusCode
  return { ...parts, ann, make, callWith, statusOf }
}

test('A90 a token is shown once, has a prefix and a checksum, and the database has only its hash', async () => {
  const { ann, db, make } = await annWithTokens()
  const { secret, ...token } = await make({ expiresAt: '2026-04-01T00:00:00Z' })
  expect(secret).toMatch(/^ritmo_[0-9A-Za-z]{49}$/)
  expect(token).toEqual({
    id: expect.any(String),
    ...DRAFT,
    ending: secret.slice(-4),
    createdAt: '2026-03-02T09:00:00.000Z',
    expiresAt: '2026-04-01T00:00:00.000Z',
    lastUsedAt: null,
    lastAddress: null,
  })
  expect((await ann.get('/tokens')).json().data).toEqual([token])
  const [row] = await db.selectFrom('access_tokens').selectAll().execute()
  expect(row!.hash).toBe(hashOfToken(secret))
  expect(JSON.stringify([row, await db.selectFrom('user_lookups').selectAll().execute()])).not.toContain(secret)
  expect(hashOfToken(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)).toBe(undefined)
  expect(hashOfToken(secret.slice(0, -1))).toBe(undefined)
})

test('A90 a token works in both headers until it is revoked or expires', async () => {
  const { app, ann, make, statusOf, clock, db } = await annWithTokens()
  const { id, secret } = await make({ expiresAt: '2026-03-03T09:00:00Z' })
  expect(await statusOf(secret)).toBe(200)
  const other = await app.inject({ url: '/api/projects', headers: { 'x-auth-token': secret } })
  expect(other.statusCode).toBe(200)
  expect(await statusOf(createTokenSecret())).toBe(401)
  const lasting = await make()
  clock.now += DAY_MS - 1
  expect(await statusOf(secret)).toBe(200)
  clock.now += 1
  expect(await statusOf(secret)).toBe(401)
  expect(await statusOf(lasting.secret)).toBe(200)
  expect((await ann.delete(`/tokens/${lasting.id}`)).statusCode).toBe(200)
  expect(await statusOf(lasting.secret)).toBe(401)
  expect((await ann.delete(`/tokens/${lasting.id}`)).json().message).toBe(en.tokenNotFound)
  clock.now += 30 * DAY_MS - 1
  await deleteOldTokens(db, clock.now)
  expect((await ann.get('/tokens')).json().data.map((token: { id: string }) => token.id)).toEqual([id])
  clock.now += 1
  await deleteOldTokens(db, clock.now)
  expect(await db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
})

test('A90 the last use and its address are shown, exact to a minute', async () => {
  const { ann, make, callWith, clock } = await annWithTokens({ TRUST_PROXY: '1' })
  const { secret } = await make()
  const usedFrom = async (address: string) => {
    await callWith(secret, '/projects', undefined, { 'x-forwarded-for': address })
    const [{ lastUsedAt, lastAddress }] = (await ann.get('/tokens')).json().data
    return [lastUsedAt, lastAddress]
  }
  expect(await usedFrom('203.0.113.9')).toEqual(['2026-03-02T09:00:00.000Z', '203.0.113.9'])
  clock.now += MINUTE_MS - 1
  expect(await usedFrom('203.0.113.10')).toEqual(['2026-03-02T09:00:00.000Z', '203.0.113.9'])
  clock.now += 1
  expect(await usedFrom('2001:db8::1')).toEqual(['2026-03-02T09:01:00.000Z', '2001:db8:0:0::/64'])
})

test('A91 making a token needs a verified address and the password or a recent sign-in', async () => {
  const { ann, signUp, clock, db } = await annWithTokens()
  const bob = await signUp('Bob')
  const refused = await bob.post('/tokens', DRAFT)
  expect([refused.statusCode, refused.json().message]).toEqual([403, en.tokenNeedsVerification])
  clock.now += 16 * MINUTE_MS
  expect((await ann.post('/tokens', DRAFT)).json().details).toEqual({ password: en.confirmIdentity })
  expect((await ann.post('/tokens', { ...DRAFT, password: 'Wrong horse 1' })).statusCode).toBe(400)
  expect((await ann.post('/tokens', { ...DRAFT, password: PASSWORD })).statusCode).toBe(201)
  expect(await db.selectFrom('access_tokens').select('name').execute()).toEqual([{ name: DRAFT.name }])
})

// prettier-ignore
test.each([
  ['no scopes',            { scopes: [] },                          'scopes'],
  ['an unknown scope',     { scopes: ['write'] },                   'scopes.0'],
  ['no name',              { name: ' ' },                           'name'],
  ['an expiry in the past', { expiresAt: '2026-03-02T09:00:00Z' },  'expiresAt'],
])('A91 a token with %s is not made', async (_, draft, field) => {
  const { ann } = await annWithTokens()
  const reply = await ann.post('/tokens', { ...DRAFT, ...draft })
  expect([reply.statusCode, Object.keys(reply.json().details)]).toEqual([400, [field]])
})

test('A91 an account has at most 50 tokens', async () => {
  const { ann, make } = await annWithTokens()
  for (let count = 0; count < 50; count++) await make()
  expect((await ann.post('/tokens', DRAFT)).json().message).toContain('50')
})

test('A92 a token reaches only what its scopes allow; the refusal names the scope in the language of the user', async () => {
  const { make, callWith, ann } = await annWithTokens()
  const { secret } = await make()
  const refused = await callWith(secret, '/projects', PROJECT)
  expect(refused.statusCode).toBe(403)
  const { needsScopeCatalogue: message } = en
  expect(refused.json()).toEqual({
    ok: false,
    code: 'scope-required',
    message,
    error: message,
    details: { catalogue: message },
  })
  await ann.put('/users/profile', { preferredLanguage: 'tr' })
  expect((await callWith(secret, '/projects', PROJECT)).json().message).toBe(tr.needsScopeCatalogue)
  const writer = await make({ scopes: ['catalogue'] })
  expect((await callWith(writer.secret, '/projects', PROJECT)).statusCode).toBe(201)
  expect((await callWith(writer.secret, '/reports/summary')).json().message).toBe(tr.needsScopeRead)
  const all = await make({ scopes: ['everything'] })
  const account = await callWith(all.secret, '/users/sessions')
  expect([account.statusCode, account.json().code, account.json().message]).toEqual([403, 'forbidden', tr.notForTokens])
})

test('A93 a new password ends all tokens, a disabled account suspends them, signing out leaves them', async () => {
  const { ann, make, statusOf, db, clock } = await annWithTokens()
  const { secret } = await make()
  await db.updateTable('users').set({ disabled_at: 1 }).execute()
  expect(await statusOf(secret)).toBe(401)
  await db.updateTable('users').set({ disabled_at: null }).execute()
  expect(await statusOf(secret)).toBe(200)
  await ann.delete('/users/sessions')
  expect(await statusOf(secret)).toBe(200)
  clock.now += 1
  const changed = await ann.post('/users/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'Correct horse 2',
  })
  expect(changed.statusCode).toBe(200)
  expect(await statusOf(secret)).toBe(401)
  expect((await ann.get('/tokens')).json().data).toEqual([])
})

test('A94 a new token is mailed, and "This was not me" ends it', async () => {
  const mail = await testMail()
  const { make, statusOf, app, post, ann } = await annWithTokens(mail.settings)
  await app.mail.deliver()
  mail.mails.length = 0
  const { secret } = await make()
  await app.mail.deliver()
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['An access token was made'])
  expect((await ann.get('/users/security-events')).json().data[0].kind).toBe('token-made')
  const token = mail.mails[0]!.link.split('/').at(-1)
  expect((await post('/users/not-me', { token })).statusCode).toBe(200)
  expect(await statusOf(secret)).toBe(401)
})

test('A95 a token that sends too many requests locks out neither its user nor another token', async () => {
  const { make, statusOf, ann } = await annWithTokens({ RATE_LIMITS: 'general=5/15m' })
  const [script, other] = [await make(), await make()]
  for (let count = 0; count < 5; count++) expect(await statusOf(script.secret)).toBe(200)
  expect(await statusOf(script.secret)).toBe(429)
  expect(await statusOf(other.secret)).toBe(200)
  expect((await ann.get('/projects')).statusCode).toBe(200)
})

test('A96 a token cannot do what its user may not', async () => {
  const { make, callWith, db } = await annWithTokens({ REQUIRE_TWO_FACTOR: 'everyone' })
  await db.updateTable('users').set({ two_factor_at: 1 }).execute()
  const made = await make()
  expect((await callWith(made.secret)).statusCode).toBe(200)
  await db.updateTable('users').set({ two_factor_at: null }).execute()
  expect((await callWith(made.secret)).json().code).toBe('two-factor-not-set-up')
  await db.updateTable('users').set({ two_factor_at: 1, must_verify: 1, verified_at: null }).execute()
  expect((await callWith(made.secret)).json().message).toBe(en.verifyFirst)
})
