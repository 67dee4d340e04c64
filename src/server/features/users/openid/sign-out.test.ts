import { once } from 'node:events'
import { generateKeyPair } from 'jose'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../../../scripts/topology/free-port.ts'
import { withProvider } from '#server/testing/openid/openid-site.ts'
import { createProviderVisitor } from '#server/testing/openid/provider-visitor.ts'

const signOut = { method: 'POST', payload: {} } as const

test('S53 signing out leads to the page of the provider that ends its session too', async () => {
  const { signIn, as, provider } = await withProvider()
  const { token } = (await signIn('ann')).json().data
  const { address } = (await as(token, '/users/openid/sign-out', signOut)).json().data
  const url = new URL(address)
  expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
    provider.issuer,
    'https://ritmo.example.org/login',
  ])
  expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect((await as(token, '/users/profile')).statusCode).toBe(401)
})

test.each([
  ['off', undefined],
  ['on', 'cut'],
] as const)('S53 if LOGOUT is %s and the provider fails (%s), only the session here ends', async (LOGOUT, failure) => {
  const { signIn, as, provider } = await withProvider({ OPENID_WORK_LOGOUT: LOGOUT })
  const { token } = (await signIn('ann')).json().data
  // Its metadata are known for an hour, so a sign-out needs no answer.
  provider.failWith(failure)
  const reply = (await as(token, '/users/openid/sign-out', signOut)).json().data
  expect(reply.address === null).toBe(LOGOUT === 'off')
  expect((await as(token, '/users/profile')).statusCode).toBe(401)
})

test('S53 a session that began with a password ends here alone', async () => {
  const { register, as } = await withProvider()
  const { token } = (await register('carl@example.org')).json().data
  expect((await as(token, '/users/openid/sign-out', signOut)).json().data).toEqual({ address: null })
  expect((await as(token, '/users/profile')).statusCode).toBe(401)
})

async function withBackChannel() {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const site = await withProvider({}, { backChannelUrl: `${url}/openid/work/back-channel-logout` })
  await site.app.listen({ port, host: '127.0.0.1' })
  const tell = (token: string, path = '/openid/work/back-channel-logout') =>
    fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })
  const openSocket = async (token: string) => {
    const socket = io(url, { auth: { token }, reconnection: false })
    await once(socket as never, 'connect')
    return socket
  }
  const isAlive = async (token: string) => (await site.as(token, '/users/profile')).statusCode === 200
  return { ...site, tell, openSocket, isAlive }
}

test('S53 whoever signs out at the provider is signed out here at once, sockets included, but not elsewhere', async () => {
  const { signIn, openSocket, isAlive, provider } = await withBackChannel()
  const [desktop, phone] = [createProviderVisitor(), createProviderVisitor()]
  const here = (await signIn('ann', desktop)).json().data.token
  const elsewhere = (await signIn('ann', phone)).json().data.token
  const bob = (await signIn('bob')).json().data.token
  const socket = await openSocket(here)
  const cut = once(socket as never, 'disconnect')
  const query = new URLSearchParams({
    client_id: 'ritmo-test-client',
    post_logout_redirect_uri: 'https://ritmo.example.org/login',
  })
  await desktop(`${provider.issuer}/session/end?${query.toString()}`)
  expect(await cut).toEqual(['io server disconnect', undefined])
  expect([await isAlive(here), await isAlive(elsewhere), await isAlive(bob)]).toEqual([false, true, true])
})

test('S53 a logout of the person ends every session that began there, and none with a password', async () => {
  const { signIn, register, verify, login, tell, isAlive, provider } = await withBackChannel()
  await register('ann@example.org')
  await verify()
  const tokens = [await signIn('ann'), await signIn('ann'), await login('ann@example.org'), await signIn('bob')].map(
    (reply) => reply.json().data.token as string,
  )
  const reply = await tell(await provider.logoutToken({ sub: 'ann' }))
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false, true, true])
})

test('S53 bad logout tokens are refused and end nothing', async () => {
  const { signIn, tell, isAlive, provider } = await withBackChannel()
  const { token } = (await signIn('ann')).json().data
  const { privateKey: key } = await generateKeyPair('RS256')
  const at = Math.floor(Date.now() / 1_000)
  const bad = {
    'another issuer': await provider.logoutToken({ sub: 'ann', iss: 'https://id.example.org' }),
    'another audience': await provider.logoutToken({ sub: 'ann', aud: 'other' }),
    'no person and no session': await provider.logoutToken({}),
    'a nonce': await provider.logoutToken({ sub: 'ann', nonce: 'x' }),
    'no event': await provider.logoutToken({ sub: 'ann', events: undefined }),
    'another event': await provider.logoutToken({ sub: 'ann', events: { other: {} } }),
    'no id': await provider.logoutToken({ sub: 'ann', jti: undefined }),
    old: await provider.logoutToken({ sub: 'ann', iat: at - 3_600, exp: at + 3_600 }),
    expired: await provider.logoutToken({ sub: 'ann', exp: at - 120 }),
    'a foreign key': await provider.logoutToken({ sub: 'ann' }, { key }),
    nonsense: 'a.b.c',
    nothing: '',
  }
  for (const [what, logoutToken] of Object.entries(bad))
    expect([(await tell(logoutToken)).status, await isAlive(token)], what).toEqual([400, true])
  const good = await provider.logoutToken({ sub: 'ann' })
  expect((await tell(good, '/openid/other/back-channel-logout')).status).toBe(400)
  expect((await tell(await provider.logoutToken({ sub: 'nobody' }))).status).toBe(200)
  expect(await isAlive(token)).toBe(true)
  expect((await tell(good)).status).toBe(200)
  expect(await isAlive(token)).toBe(false)
})
