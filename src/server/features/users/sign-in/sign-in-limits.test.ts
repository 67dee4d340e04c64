import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'

const ANN = { email: 'ann@example.org', password: 'Correct horse 1' }
const WRONG = { ...ANN, password: 'Wrong horse 1' }
const BOB = { ...ANN, email: 'bob@example.org' }

/** A server behind one proxy, so that a test can send requests from any address. */
async function behindProxy(limits = 'on', environment = {}) {
  const parts = await testApp({ RATE_LIMITS: limits, TRUST_PROXY: '1', ...environment })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const login = async (payload: object, address = '203.0.113.1') =>
    (await parts.post('/users/login', payload, from(address))).statusCode
  return { ...parts, from, login }
}

test('S32 forty wrong passwords for one account do not lock out another on the same network', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Ann')
  await signUp('Bob')
  const statuses: number[] = []
  for (let tried = 0; tried < 40; tried += 1) statuses.push(await login(WRONG))
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(30).fill(429)])
  expect(await login(BOB)).toBe(200)
  expect(await login({ ...BOB, password: 'Wrong horse 1' })).toBe(401)
})

/** Four accounts of which nobody has the password are attacked from the network of Bob. */
const sprayed = (n: number) => ({ ...WRONG, email: `person-${n % 4}@example.org` })

test('S32 on a network with too many wrong passwords, right ones are accepted and all others get one reply', async () => {
  const { post, login, signUp, from, clock } = await behindProxy()
  await signUp('Ann')
  await signUp('Bob')
  for (let tried = 0; tried < 30; tried += 1) expect(await login(sprayed(tried))).toBe(401)
  expect(await login(BOB)).toBe(200)
  const refusals: object[] = []
  for (const payload of [WRONG, { ...BOB, password: 'Wrong horse 1' }, { ...WRONG, email: 'nobody@example.org' }]) {
    const since = performance.now()
    const { statusCode, headers, body } = await post('/users/login', payload, from('203.0.113.1'))
    expect(performance.now() - since).toBeGreaterThan(490)
    refusals.push({ statusCode, retryAfter: headers['retry-after'], body })
  }
  expect(refusals[0]).toMatchObject({ statusCode: 429, retryAfter: '900' })
  expect(refusals).toEqual(refusals.map(() => refusals[0]))
  expect(await login(ANN)).toBe(200)
  clock.now += 15 * MINUTE_MS
  expect(await login(WRONG)).toBe(401)
})

test('S32 a burst of wrong passwords for many accounts lets a right one pass', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Bob')
  const guesses = Array.from({ length: 40 }, (_, n) => login({ ...WRONG, email: `person-${n}@example.org` }))
  const statuses = await Promise.all([...guesses, login(BOB)])
  expect(statuses.pop()).toBe(200)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})

test('S3 on a network with too many wrong passwords, each account still has ten attempts', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Ann')
  for (let tried = 0; tried < 30; tried += 1) await login(sprayed(tried))
  for (let tried = 0; tried < 10; tried += 1) expect(await login(WRONG)).toBe(429)
  expect(await login(ANN)).toBe(429)
  expect(await login(ANN, '203.0.113.2')).toBe(200)
})

test('S3 one address cannot try the accounts of a whole site, and users who signed in there before still can', async () => {
  const { login, signUp } = await behindProxy('login-address=1/15m,login-spread=3/15m')
  for (const name of ['Ann', 'Bob', 'Cid', 'Dan', 'Eve']) await signUp(name)
  const as = (name: string, password = 'Correct horse 1') => ({ email: `${name}@example.org`, password })
  expect(await login(as('bob'))).toBe(200)
  await login({ ...WRONG, email: 'nobody@example.org' })
  for (const name of ['cid', 'dan', 'eve']) expect(await login(as(name, 'Wrong horse 1'))).toBe(429)
  expect(await login(as('ann'))).toBe(429)
  expect(await login(as('bob'))).toBe(200)
})

test('S32 the owner of an attacked account signs in from a network used before, also after signing out there', async () => {
  const { app, clock, login, post, from, signUp } = await behindProxy('login-account=20/1h')
  const { token: other } = await signUp('Ann')
  const { token } = (await post('/users/login', ANN, from('198.51.100.7'))).json().data
  for (const ended of [token, other])
    await app.inject({ method: 'POST', url: '/api/users/logout', headers: { 'x-auth-token': ended } })
  clock.now += 89 * 24 * 60 * MINUTE_MS
  for (let n = 0; n < 20; n += 1) await login(WRONG, `203.0.113.${n}`)
  expect(await login(ANN, '192.0.2.1')).toBe(429)
  expect(await login(ANN, '198.51.100.7')).toBe(200)
})

test('S32 with a longer SESSION_RETENTION, a session that is still alive makes its network a known one', async () => {
  const { clock, login, post, from, signUp } = await behindProxy('login-account=20/1h', { SESSION_RETENTION: '180d' })
  await signUp('Ann')
  await post('/users/login', ANN, from('198.51.100.7'))
  clock.now += 100 * DAY_MS
  for (let n = 0; n < 20; n += 1) await login(WRONG, `203.0.113.${n}`)
  expect(await login(ANN, '192.0.2.1')).toBe(429)
  expect(await login(ANN, '198.51.100.7')).toBe(200)
})

test('S32 the general limit of a network does not lock out a right password', async () => {
  const { login, post, from, signUp } = await behindProxy('general=5/15m')
  await signUp('Bob')
  const register = () => post('/users/register', { name: 'x' }, from('203.0.113.1'))
  for (let calls = 0; calls < 5; calls += 1) expect((await register()).statusCode).toBe(400)
  expect((await register()).statusCode).toBe(429)
  for (let calls = 0; calls < 5; calls += 1) expect(await login(BOB)).toBe(200)
  expect(await login(BOB)).toBe(429)
})

test('O44 sign-ins of one account leave room for those of others', async () => {
  const { login, signUp } = await behindProxy('off')
  await signUp('Ann')
  await signUp('Bob')
  const statuses = await Promise.all([...Array.from({ length: 40 }, () => login(ANN)), login(BOB)])
  expect(statuses.pop()).toBe(200)
  // Ten wait at the same time. Those that arrive after one of them is done may follow.
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
})

test('O44 the sign-ins at one server do not count at another in the same process', async () => {
  const servers = [await behindProxy('off'), await behindProxy('off')]
  for (const { signUp } of servers) await signUp('Ann')
  const statuses = await Promise.all(servers.flatMap(({ login }) => Array.from({ length: 10 }, () => login(ANN))))
  expect(new Set(statuses)).toEqual(new Set([200]))
})
