import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { testApp } from '#server/testing/test-app.ts'
import { networkOf } from './rate-limits.ts'

const MINUTE_MS = 60_000
const ANN = { email: 'ann@example.org', password: 'Correct horse 1' }
const WRONG = { ...ANN, password: 'Wrong horse 1' }

/** A server behind one proxy, so that a test can call from any address. */
async function behindProxy(limits = 'on') {
  const parts = await testApp({ RATE_LIMITS: limits, TRUST_PROXY: '1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const login = async (payload: object, address = '203.0.113.1') =>
    (await parts.post('/users/login', payload, from(address))).statusCode
  return { ...parts, from, login }
}

test('S3 ten wrong passwords from one address close it for that account for a quarter of an hour', async () => {
  const { clock, login, post, signUp, from } = await behindProxy()
  await signUp('Ann')
  for (let tried = 0; tried < 10; tried += 1) expect(await login(WRONG)).toBe(401)
  const refused = await post('/users/login', ANN, from('203.0.113.1'))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect(refused.json()).toMatchObject({
    code: 'rate-limited',
    message: 'Too many attempts. Please try again in 15 min.',
  })
  expect(await login(ANN, '203.0.113.2')).toBe(200)
  clock.now += 15 * MINUTE_MS
  expect(await login(ANN)).toBe(200)
})

test('S3 an unknown address is throttled like a known one', async () => {
  const { login } = await behindProxy()
  const nobody = { email: 'nobody@example.org', password: 'Wrong horse 1' }
  for (let tried = 0; tried < 10; tried += 1) expect(await login(nobody)).toBe(401)
  expect(await login(nobody)).toBe(429)
})

test('S3 right passwords count for nothing', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Ann')
  for (let tried = 0; tried < 40; tried += 1) expect(await login(ANN)).toBe(200)
})

test('S3 one address cannot go through many accounts', async () => {
  const { login } = await behindProxy()
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push(await login({ ...WRONG, email: `person-${n}@example.org` }))
  expect(statuses.indexOf(429)).toBe(30)
})

test('S3 many addresses cannot go through one account, and its owner still gets in from home', async () => {
  const { clock, login, signUp } = await behindProxy('login-account=20/1h')
  await signUp('Ann')
  expect(await login(ANN, '198.51.100.7')).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 25; n += 1) statuses.push(await login(WRONG, `203.0.113.${n}`))
  expect(statuses.indexOf(429)).toBe(20)
  expect(await login(ANN, '192.0.2.1')).toBe(429)
  expect(await login(ANN, '198.51.100.7')).toBe(200)
  clock.now += 60 * MINUTE_MS
  expect(await login(ANN, '192.0.2.1')).toBe(200)
})

test('S3 attempts side by side are counted one by one', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Ann')
  const statuses = await Promise.all(Array.from({ length: 30 }, () => login(WRONG)))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('S3 a restart forgets nothing', async () => {
  const { clock, login, from, ...parts } = await behindProxy()
  for (let tried = 0; tried < 10; tried += 1) await login(WRONG)
  const restarted = await createApp({ ...parts, now: () => clock.now, webDir: 'nowhere' })
  const reply = await restarted.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: WRONG,
    headers: from('203.0.113.1'),
  })
  await restarted.close()
  expect(reply.statusCode).toBe(429)
})

test('S3 calls to several servers count together', async () => {
  const { signUp, clock, ...parts } = await behindProxy('general=200/15m')
  const ann = await signUp('Ann')
  const other = await createApp({ ...parts, now: () => clock.now, webDir: 'nowhere' })
  const headers = { authorization: `Bearer ${ann.token}` }
  const onOther = () => other.inject({ url: '/api/projects', headers })
  const refused: number[] = []
  for (let calls = 1; refused.length < 2; calls += 1)
    for (const call of [() => ann.get('/projects'), onOther]) if ((await call()).statusCode === 429) refused.push(calls)
  await other.close()
  // Each hears of the other's every fifty.
  expect(refused[0]).toBeGreaterThanOrEqual(100)
  expect(refused[1]).toBeLessThanOrEqual(150)
})

// prettier-ignore
test.each([
  ['/users/register',        5,  (n: number) => ({ name: 'Ann', email: `ann-${n}@example.org`, password: 'Correct horse 1' }), 201],
  ['/users/reset-password',  5,  () => ({ token: 'x', password: 'Correct horse 1' }),                                         400],
  ['/users/forgot-password', 3,  () => ({ email: 'ann@example.org' }),                                                         200],
  ['/users/forgot-password', 10, (n: number) => ({ email: `ann-${n}@example.org` }),                                           200],
  ['/users/verify-email',    30, () => ({ token: 'x' }),                                                                       400],
])('S3 %s may be called %i times', async (path, times, body, status) => {
  const { post } = await behindProxy()
  const statuses = []
  for (let n = 0; n <= times; n += 1) statuses.push((await post(path, body(n))).statusCode)
  expect(statuses).toEqual([...Array<number>(times).fill(status), 429])
})

test('S3 a user may make a thousand calls in a quarter of an hour', async () => {
  const { signUp, clock } = await behindProxy()
  const ann = await signUp('Ann')
  for (let n = 0; n < 1_000; n += 1) await ann.get('/users/profile')
  const reply = await ann.get('/users/profile')
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('900')
  const bob = await signUp('Bob')
  expect((await bob.get('/users/profile')).statusCode).toBe(200)
  clock.now += 15 * MINUTE_MS
  expect((await ann.get('/users/profile')).statusCode).toBe(200)
})

test('S17 without a trusted proxy a made-up address changes nothing', async () => {
  const { post } = await testApp({ RATE_LIMITS: 'login=2/15m' })
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1)
    statuses.push((await post('/users/login', WRONG, { 'x-forwarded-for': `203.0.113.${n}` })).statusCode)
  expect(statuses).toEqual([401, 401, 429])
})

// prettier-ignore
test.each([
  ['203.0.113.7',            '203.0.113.7'],
  ['::ffff:203.0.113.7',     '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6',   '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9',        '2001:db8:1:2::/64'],
  ['2001:db8::1',            '2001:db8:0:0::/64'],
  ['::1',                    '0:0:0:0::/64'],
])('S17 %s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
