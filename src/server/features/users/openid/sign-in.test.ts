import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { decodeJwt, generateKeyPair } from 'jose'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { GOOD_PERSON, PASSWORD, withProvider } from '#server/testing/openid/openid-site.ts'
import { testApp } from '#server/testing/test-app.ts'

test('A102 without providers none is offered, and nobody signs in with one', async () => {
  const { app, post } = await testApp()
  expect((await app.inject('/api/users/openid')).json().data).toEqual({ providers: [], password: true })
  expect((await post('/users/openid/start', { provider: 'work' })).statusCode).toBe(404)
  expect((await post('/users/openid/sign-in', { flow: 'x', reply: 'code=x' })).statusCode).toBe(404)
})

test.each([
  { algorithm: 'RS256', clientAuth: 'basic' },
  { algorithm: 'RS256', clientAuth: 'post' },
  { algorithm: 'ES256', clientAuth: 'none' },
] as const)('A102 a new person gets an account, and the next sign-in opens it again: %j', async (kind) => {
  const { app, db, provider, signIn, as, log } = await withProvider({ LOG_LEVEL: 'info' }, kind)
  expect((await app.inject('/api/users/openid')).json().data.providers).toEqual([
    { id: 'work', name: 'Work account', logo: null },
  ])
  const first = (await signIn('ann')).json().data
  expect(first.user).toMatchObject({ name: 'Ann', email: 'ann@example.org', isVerified: true, hasPassword: false })
  expect((await as(first.token, '/users/profile')).statusCode).toBe(200)
  expect(await db.selectFrom('emails').selectAll().execute()).toEqual([])
  // The account is found by the subject, because the address may change.
  provider.people['ann'] = { ...GOOD_PERSON, email: 'renamed@example.org' }
  const again = (await signIn('ann')).json().data
  expect(again.user).toMatchObject({ id: first.user.id, email: 'ann@example.org' })
  expect((await as(again.token, '/users/openid/identities')).json().data).toMatchObject([
    { provider: 'work', label: 'renamed@example.org' },
  ])
  expect((await signIn('bob')).json().data.user.id).not.toBe(first.user.id)
  expect(log.map((line) => JSON.parse(line).msg)).toEqual(Array(3).fill('signed in with a provider'))
})

test('A102 without a name the local part of the address is used; an unverified address gets a mail', async () => {
  const { provider, signIn, mail, app } = await withProvider()
  provider.people['ann'] = { email: 'ann@example.org' }
  expect((await signIn('ann')).json().data.user).toMatchObject({ name: 'ann', isVerified: false })
  await app.mail.deliver()
  expect(mail.mails[0]).toMatchObject({ to: ['ann@example.org'], subject: 'Verify your email address' })
})

test('A102 if the operator trusts all addresses of a provider, they need no mail', async () => {
  const { provider, signIn } = await withProvider({ OPENID_WORK_TRUST_EMAIL: 'on' })
  provider.people['ann'] = { email: 'ann@example.org' }
  expect((await signIn('ann')).json().data.user).toMatchObject({ isVerified: true })
})

test('S50 without an address there is no account', async () => {
  const { db, provider, signIn } = await withProvider()
  provider.people['ann'] = { name: 'Ann' }
  const reply = await signIn('ann')
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/did not tell your email/)])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('S50 a verified address opens the account that has verified it too, and cancels pending changes', async () => {
  const { app, signIn, register, verify, login, post } = await withProvider()
  const { token, user } = (await register('ann@example.org')).json().data
  await verify()
  const payload = { email: 'mallory@example.org', currentPassword: PASSWORD }
  const headers = { 'x-auth-token': token }
  await app.inject({ method: 'PUT', url: '/api/users/profile', headers, payload })
  await post('/users/forgot-password', { email: 'ann@example.org' })
  expect((await signIn('ann')).json().data.user).toMatchObject({ id: user.id, pendingEmail: null, hasPassword: true })
  expect((await login('ann@example.org')).statusCode).toBe(200)
})

test('S50 an unverified address of the provider opens no account', async () => {
  const { provider, signIn, register, verify } = await withProvider()
  await register('ann@example.org')
  await verify()
  for (const email_verified of [false, undefined, 'true', 1]) {
    provider.people['ann'] = { ...GOOD_PERSON, email_verified }
    const reply = await signIn('ann')
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringMatching(/^An account with your email/),
    ])
  }
})

test('S50 an account that never verified its address loses its password and sessions to the owner of the address', async () => {
  const { app, signIn, register, login, as } = await withProvider()
  const { token, user } = (await register('ann@example.org')).json().data
  const socket = io(await app.listen({ port: 0, host: '127.0.0.1' }), { auth: { token }, reconnection: false })
  await once(socket as never, 'connect')
  const cut = once(socket as never, 'disconnect')
  const mine = (await signIn('ann')).json().data
  expect(mine.user).toMatchObject({ id: user.id, name: 'Ann', isVerified: true, hasPassword: false })
  expect(await cut).toEqual(['io server disconnect', undefined])
  expect((await as(token, '/users/profile')).statusCode).toBe(401)
  expect((await as(mine.token, '/users/profile')).statusCode).toBe(200)
  expect((await login('ann@example.org')).statusCode).toBe(401)
})

test('S50 a new person with the address of one who left does not get that account', async () => {
  const { provider, signIn } = await withProvider()
  await signIn('ann')
  provider.people['newcomer'] = GOOD_PERSON
  expect((await signIn('newcomer')).statusCode).toBe(409)
})

test('S51 bad ID tokens are refused', { timeout: 30_000 }, async () => {
  const { provider, signIn } = await withProvider()
  const at = Math.floor(Date.now() / 1_000)
  const { privateKey: key } = await generateKeyPair('RS256')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const secret = provider.settings.OPENID_WORK_CLIENT_SECRET ?? ''
  const bad: Record<string, Parameters<typeof provider.changeTokens>[0]> = {
    'another issuer': { claims: { iss: 'https://id.example.org' } },
    'another audience': { claims: { aud: 'somebody-else' } },
    'several audiences, issued to another': { claims: { aud: ['ritmo-test-client', 'other'], azp: 'other' } },
    'another nonce': { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    expired: { claims: { exp: at - 61 } },
    'not valid yet': { claims: { nbf: at + 120 } },
    'no subject': { claims: { sub: undefined } },
    'an endless subject': { claims: { sub: 'x'.repeat(256) } },
    'a foreign key': { key },
    'an unknown key': { header: { kid: 'unknown' } },
    'alg none': { raw: (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.` },
    'the client secret as key': {
      raw(token) {
        const body = `${encode({ alg: 'HS256' })}.${token.split('.')[1]}`
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      },
    },
    'a changed body': {
      raw(token) {
        const [head, , signature] = token.split('.')
        return `${head}.${encode({ ...decodeJwt(token), sub: 'bob' })}.${signature}`
      },
    },
    'no token': { raw: () => '' },
  }
  for (const [what, change] of Object.entries(bad)) {
    provider.changeTokens(change)
    const reply = await signIn('ann')
    expect([reply.statusCode, reply.json().message], what).toEqual([
      400,
      expect.stringMatching(/^The sign-in with the/),
    ])
  }
  provider.changeTokens(undefined)
  expect((await signIn('ann')).statusCode).toBe(200)
})

test('S51 clocks may differ by a minute', async () => {
  const { provider, signIn } = await withProvider()
  const at = Math.floor(Date.now() / 1_000)
  provider.changeTokens({ claims: { iat: at + 50, nbf: at + 50 } })
  expect((await signIn('ann')).statusCode).toBe(200)
  provider.changeTokens({ claims: { exp: at - 50 } })
  expect((await signIn('ann')).statusCode).toBe(200)
})

test('S51 a reply belongs to one sign-in of one caller, and signs in once', async () => {
  const { start, visit, finish, provider } = await withProvider()
  const [mine, other] = [await start(), await start()]
  const reply = await visit(mine.address, 'ann')
  const changed = new URLSearchParams(reply)
  changed.set('state', 'another')
  const without = new URLSearchParams(reply)
  without.delete('state')
  // prettier-ignore
  const bad = [
    [other.flow, reply], [mine.flow, changed.toString()], [mine.flow, without.toString()], ['x', reply],
    [`${mine.flow}x`, reply], [mine.flow, 'nothing=here'], [mine.flow, `${reply}&state=another`],
    [mine.flow, reply.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://id.example.org')}`)],
  ] as const
  for (const [flow, text] of bad) expect((await finish(flow, text)).statusCode, text).toBe(400)
  // None of these was worth a request to the provider, so the code is still good.
  expect(provider.requests).not.toContain('/token')
  expect((await finish(mine.flow, reply)).statusCode).toBe(200)
  expect((await finish(mine.flow, reply)).statusCode).toBe(400)
  // PKCE: the code of another sign-in is of no use, even with that one's state.
  const [third, fourth] = [await start(), await start()]
  const code = new URLSearchParams(await visit(third.address, 'ann')).get('code')!
  const mixed = new URLSearchParams(await visit(fourth.address, 'ann'))
  mixed.set('code', code)
  expect((await finish(fourth.flow, mixed.toString())).statusCode).toBe(400)
})

test('S51 the request for a sign-in has PKCE, state and nonce, and never the secret', async () => {
  const { start } = await withProvider()
  const { address } = await start()
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    client_id: 'ritmo-test-client',
    redirect_uri: 'https://ritmo.example.org/login',
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    ui_locales: 'es',
  })
})

test('S51 a sign-in that the user stops is told as such', async () => {
  const { start, finish } = await withProvider()
  const { address, flow } = await start()
  const state = new URL(address).searchParams.get('state')!
  const iss = new URL(address).origin
  const reply = await finish(flow, new URLSearchParams({ error: 'access_denied', state, iss }).toString())
  expect([reply.statusCode, reply.json().message]).toEqual([400, 'The provider did not sign you in, or you stopped it'])
})

test('S3 bad replies are limited per network', async () => {
  const { finish } = await withProvider({ RATE_LIMITS: 'login-address=2/15m' })
  const statuses = [await finish('x', 'x'), await finish('x', 'x'), await finish('x', 'x')]
  expect(statuses.map((reply) => reply.statusCode)).toEqual([400, 400, 429])
})

test('S54 a new key of the provider is fetched at once, and an unknown one at most every 10 seconds', async () => {
  const { clock, provider, signIn } = await withProvider()
  expect((await signIn('ann')).statusCode).toBe(200)
  await provider.rotateKey()
  clock.now += 10_000
  expect((await signIn('ann')).statusCode).toBe(200)
  const fetched = () => provider.requests.filter((path) => path === '/jwks').length
  const before = fetched()
  provider.changeTokens({ header: { kid: 'unknown' } })
  for (let count = 0; count < 5; count += 1) expect((await signIn('ann')).statusCode).toBe(400)
  expect(fetched()).toBe(before)
  clock.now += 10_000
  expect((await signIn('ann')).statusCode).toBe(400)
  expect(fetched()).toBe(before + 1)
})

test.each([['cut'], [500], ['page']] as const)(
  'S54 a provider that fails (%s) is told as such, and works once it is back',
  async (failure) => {
    const { provider, post, start, visit, finish, signIn } = await withProvider()
    provider.failWith(failure)
    const refused = await post('/users/openid/start', { provider: 'work' })
    expect([refused.statusCode, refused.json().message]).toEqual([503, expect.stringMatching(/does not answer/)])
    provider.failWith(undefined)
    const { address, flow } = await start()
    const reply = await visit(address, 'ann')
    provider.failWith(failure)
    expect((await finish(flow, reply)).statusCode).toBe(503)
    provider.failWith(undefined)
    expect((await signIn('ann')).statusCode).toBe(200)
  },
)

test('S54 a provider that never answers is told within 7 seconds', { timeout: 20_000 }, async () => {
  const { provider, post } = await withProvider()
  provider.failWith('hang')
  const at = performance.now()
  expect((await post('/users/openid/start', { provider: 'work' })).statusCode).toBe(503)
  expect(performance.now() - at).toBeLessThan(7_000)
})

test('S52 each sign-in makes the members of the group administrators, and others not, and the log says so', async () => {
  const { provider, signIn, as } = await withProvider({ OPENID_WORK_ADMIN_GROUP: 'ritmo-admins' })
  // The first user of the site, who stays its administrator.
  const { token } = (await signIn('bob')).json().data
  const isAdministrator = async () => (await signIn('ann')).json().data.user.isAdministrator ?? false
  for (const [groups, expected] of [
    [['staff', 'ritmo-admins'], true],
    [['staff'], false],
    [['ritmo-admins'], true],
    [undefined, false],
  ] as const) {
    provider.people['ann'] = { ...GOOD_PERSON, groups }
    expect(await isAdministrator(), String(groups)).toBe(expected)
  }
  const { actions } = (await as(token, '/admin/actions')).json().data as {
    actions: { actor: string; action: string }[]
  }
  // The clock of the test stands still, so they have no order.
  expect(actions.map(({ actor, action }) => `${actor} ${action}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'ann@example.org administrator-added-by-group',
    'ann@example.org administrator-added-by-group',
    'ann@example.org administrator-removed-by-group',
    'ann@example.org administrator-removed-by-group',
  ])
})

test('A55 a group that nobody is in does not take the last administrator from the site', async () => {
  const { provider, signIn } = await withProvider({ OPENID_WORK_ADMIN_GROUP: 'misspelt' })
  provider.people['ann'] = { ...GOOD_PERSON, groups: ['ritmo-admins'] }
  for (const _time of ['first', 'second']) expect((await signIn('ann')).json().data.user.isAdministrator).toBe(true)
})

test.each(['closed', 'invite'])(
  'A104 with REGISTRATION=%s, an address that the provider has not verified is not told whether it has an account',
  async (REGISTRATION) => {
    const { provider, signIn, register } = await withProvider({ REGISTRATION })
    expect((await register('known@example.org')).statusCode).toBe(201)
    const replies = []
    for (const email of ['known@example.org', 'unknown@example.org']) {
      provider.people['ann'] = { name: 'Ann', email, email_verified: false }
      replies.push(await signIn('ann'))
    }
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403])
    expect(replies[0]!.body).toBe(replies[1]!.body)
    expect(replies[0]!.json().message).toMatch(/^The provider does not confirm your email address/)
  },
)

test('S52 without a configured group the provider makes nobody an administrator', async () => {
  const { provider, signIn } = await withProvider()
  // The first user of the site is one anyway.
  expect((await signIn('bob')).json().data.user.isAdministrator).toBe(true)
  provider.people['ann'] = { ...GOOD_PERSON, groups: ['ritmo-admins', 'admins'] }
  expect((await signIn('ann')).json().data.user.isAdministrator).toBeUndefined()
  expect((await signIn('bob')).json().data.user.isAdministrator).toBe(true)
})

test('A40 a provider creates accounts only for those who may register, and signs others in', async () => {
  const { provider, signIn } = await withProvider({ REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.org' })
  expect((await signIn('ann')).statusCode).toBe(200)
  provider.people['carl'] = { ...GOOD_PERSON, email: 'carl@example.com' }
  const refused = await signIn('carl')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
  provider.people['ann'] = { ...GOOD_PERSON, email: 'ann@example.com' }
  expect((await signIn('ann')).statusCode).toBe(200)
})
