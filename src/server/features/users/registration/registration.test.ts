import { onTestFinished, expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { createSecret, hashOf, issueToken } from '#server/features/users/one-time-tokens.ts'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { testApp } from '#server/testing/test-app.ts'

const DOMAINS = { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.org, Example.COM' }

async function site(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  const register = (email: string, over: object = {}) =>
    parts.post('/users/register', { name: 'Someone', email, password: 'Correct horse 1', ...over })
  const info = async (body = {}) => (await parts.post('/users/registration', body)).json().data
  const administrators = async () => {
    const rows = await parts.db.selectFrom('users').select('email').where('is_administrator', '=', 1).execute()
    return rows.map(({ email }) => email)
  }
  return { ...parts, register, info, administrators }
}

/** A server with one user, who is its administrator. */
async function openedSite(environment: Record<string, string> = {}) {
  const parts = await site(environment)
  expect((await parts.register('first@example.net')).statusCode).toBe(201)
  const invite = (over: Partial<{ max_uses: number; expires_at: number }> = {}) =>
    createInvitation(parts.db, { expires_at: parts.clock.now + DAY_MS, ...over })
  return { ...parts, invite }
}

async function createInvitation(db: Db, over: { max_uses?: number; expires_at: number }) {
  const token = createSecret()
  const row = { id: hashOf(token), hash: hashOf(token), note: '', created_by: null, uses: 0, created_at: 1 }
  await db
    .insertInto('invitations')
    .values({ ...row, max_uses: 1, ...over })
    .execute()
  return token
}

const PASSED = 201

test.each(['open', 'invite', 'closed'])(
  'A42 the first user of a server with REGISTRATION=%s may register and becomes administrator, the next one not',
  async (REGISTRATION) => {
    const { register, administrators, info } = await site({ REGISTRATION })
    expect(await info()).toMatchObject({ isFirst: true })
    const reply = await register('ann@example.net')
    expect(reply.statusCode).toBe(PASSED)
    expect(reply.json().data.user).toMatchObject({ isAdministrator: true })
    expect(await info()).toMatchObject({ isFirst: false })
    const next = await register('bob@example.net')
    expect(next.statusCode).toBe(REGISTRATION === 'open' ? PASSED : 403)
    if (REGISTRATION === 'open') expect(next.json().data.user).not.toHaveProperty('isAdministrator')
    expect(await administrators()).toEqual(['ann@example.net'])
  },
)

test('A42 of several first users at the same time exactly one becomes administrator', async () => {
  const { register, administrators } = await site()
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => register(`user-${n}@example.org`)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([PASSED]))
  expect(await administrators()).toHaveLength(1)
})

test('A42 of several first users of a closed server exactly one gets an account', async () => {
  const { register, db } = await site({ REGISTRATION: 'closed' })
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => register(`user-${n}@example.org`)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    PASSED,
    403,
    403,
    403,
    403,
    403,
  ])
  expect(await db.selectFrom('users').select('is_administrator').execute()).toEqual([{ is_administrator: 1 }])
})

test('A42 when the only user has deleted the account, the next one is the first again', async () => {
  const { app, register, administrators } = await site()
  const { token } = (await register('ann@example.org')).json().data
  const headers = { 'x-auth-token': token }
  await app.inject({ method: 'DELETE', url: '/api/users/profile', headers, payload: { password: 'Correct horse 1' } })
  await register('bob@example.org')
  expect(await administrators()).toEqual(['bob@example.org'])
})

test('A42 a server that had users before this version has no administrator until the operator names one', async () => {
  const { signUp, register, administrators } = await site()
  await signUp('Ann')
  await register('bob@example.org')
  expect(await administrators()).toEqual([])
})

// prettier-ignore
test.each<[environment: Record<string, string>, email: string, message: string | undefined]>([
  [{},                         'bob@example.net', undefined],
  [{ REGISTRATION: 'closed' }, 'bob@example.net', 'This server takes no new accounts. Ask its operator for one.'],
  [{ REGISTRATION: 'invite' }, 'bob@example.net', 'This server only takes invited people. Ask its operator for an invitation link.'],
  [DOMAINS,                    'bob@example.net', 'This server only takes accounts with an address of its own domains'],
  [DOMAINS,                    'bob@example.org', undefined],
  [DOMAINS,                    'Bob@EXAMPLE.com', undefined],
])('A40 with %j, %s is answered: %s', async (environment, email, message) => {
  const { register } = await openedSite(environment)
  const reply = await register(email)
  expect(reply.statusCode).toBe(message === undefined ? PASSED : 403)
  if (message !== undefined) expect(reply.json()).toMatchObject({ code: 'forbidden', message })
})

test('A43 an account that its domain has admitted can do nothing until its address is verified', async () => {
  const { app, db, register } = await openedSite(DOMAINS)
  const { token, user } = (await register('bob@example.org')).json().data
  expect(user).toMatchObject({ mustVerify: true })
  const read = (path: string) => app.inject({ url: `/api${path}`, headers: { 'x-auth-token': token } })
  expect((await read('/projects')).json()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('open the link in the mail'),
  })
  expect((await read('/users/profile')).statusCode).toBe(200)
  const link = await issueToken(db, 'verify', { userId: user.id, email: user.email }, Date.parse('2026-03-02T09:00Z'))
  await app.inject({ method: 'POST', url: '/api/users/verify-email', payload: { token: link } })
  expect((await read('/projects')).statusCode).toBe(200)
})

test('A40 a refused address is not told whether it has an account', async () => {
  const { register } = await openedSite({ REGISTRATION: 'closed' })
  const [known, unknown] = [await register('first@example.net'), await register('bob@example.net')]
  expect(known.body).toBe(unknown.body)
})

test('A40 the same rule decides about accounts that Google would create', async () => {
  const issuer = await startGoogleIssuer()
  onTestFinished(issuer.stop)
  const { app, clock, post, register, invite, administrators } = await openedSite({
    ...issuer.settings,
    PUBLIC_URL: 'https://ritmo.example.org',
    REGISTRATION: 'invite',
  })
  const signIn = async (claims: object, invitation?: string) => {
    const { address } = (await app.inject('/api/users/google')).json().data
    const nonce = new URL(address).searchParams.get('nonce')!
    const token = await issuer.tokenFor({ nonce, ...claims }, { now: clock.now })
    return post('/users/google', { token, invitation })
  }
  const ann = { sub: 'g-1', email: 'ann@gmail.com', name: 'Ann' }
  expect((await signIn(ann)).json()).toMatchObject({ code: 'forbidden' })
  const token = await invite()
  expect((await signIn(ann, token)).statusCode).toBe(200)
  expect((await signIn(ann)).statusCode).toBe(200)
  expect((await register('bob@example.org', { invitation: token })).statusCode).toBe(403)
  expect(await administrators()).toEqual(['first@example.net'])
})

test('A41 an invitation admits as often as it says, until it expires', async () => {
  const { register, invite, info, clock } = await openedSite({ REGISTRATION: 'invite' })
  const token = await invite({ max_uses: 2 })
  const state = async () => (await info({ invitation: token })).invitation
  expect(await state()).toBe('valid')
  // A registration that fails does not use it.
  expect((await register('first@example.net', { invitation: token })).statusCode).toBe(409)
  for (const name of ['a', 'b'])
    expect((await register(`${name}@example.org`, { invitation: token })).statusCode).toBe(PASSED)
  expect(await state()).toBe('used-up')
  const third = await register('c@example.org', { invitation: token })
  expect(third.json().message).toBe('This invitation has been used already. Ask for a new one.')
  const other = await invite()
  clock.now += DAY_MS
  const late = await register('c@example.org', { invitation: other })
  expect(late.json().message).toBe('This invitation has expired. Ask for a new one.')
  const forged = await register('c@example.org', { invitation: 'x' })
  expect(forged.json().message).toBe('This invitation link is not valid. Ask for a new one.')
})

test('A41 of several people who use one invitation at the same time only as many get an account as it admits', async () => {
  const { register, invite } = await openedSite({ REGISTRATION: 'invite' })
  const invitation = await invite({ max_uses: 2 })
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => register(`u${n}@example.org`, { invitation })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    PASSED,
    PASSED,
    403,
    403,
    403,
    403,
  ])
})

test('A41 an invitation admits addresses of other domains, and nobody while registration is closed', async () => {
  const domains = await openedSite(DOMAINS)
  const invitation = await domains.invite()
  expect((await domains.register('bob@example.net', { invitation })).statusCode).toBe(PASSED)
  const closed = await openedSite({ REGISTRATION: 'closed' })
  expect((await closed.register('bob@example.net', { invitation: await closed.invite() })).statusCode).toBe(403)
})

test('A40 the server tells strangers who may register, and whom to ask', async () => {
  const { info } = await openedSite({ ...DOMAINS, ABOUT_CONTACT: 'office@example.org' })
  expect(await info()).toEqual({
    mode: 'domains',
    domains: ['example.org', 'example.com'],
    isFirst: false,
    invitation: 'missing',
    contact: 'office@example.org',
  })
  expect(await (await site()).info({ invitation: 'x' })).toMatchObject({
    mode: 'open',
    invitation: 'unknown',
    contact: null,
  })
})

// prettier-ignore
test.each([
  [{ REGISTRATION: 'domains' },                                        'belong together'],
  [{ REGISTRATION_DOMAINS: 'example.org' },                            'belong together'],
  [{ REGISTRATION: 'domains', REGISTRATION_DOMAINS: '*.example.org' }, 'REGISTRATION_DOMAINS must be'],
  [{ REGISTRATION: 'invited' },                                        'REGISTRATION must be open, invite, domains or closed'],
])('A40 the settings %j are refused', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})
