import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { createApp } from '#server/app.ts'
import { testApp, testDatabase } from '#server/testing/test-app.ts'
import { createRateLimits, DEFAULT_LIMITS, type Limits, networkOf } from './rate-limits.ts'

const ANN = { email: 'ann@example.org', password: 'Correct horse 1' }
const WRONG = { ...ANN, password: 'Wrong horse 1' }

/** A server behind one proxy, so that a test can send requests from any address. */
async function behindProxy(limits = 'on') {
  const parts = await testApp({ RATE_LIMITS: limits, TRUST_PROXY: '1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const login = async (payload: object, address = '203.0.113.1') =>
    (await parts.post('/users/login', payload, from(address))).statusCode
  return { ...parts, from, login }
}

test('S3 after ten wrong passwords from one address, that account is blocked there for 15 minutes', async () => {
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

test('S3 right passwords are not counted', async () => {
  const { login, signUp } = await behindProxy('login=2/15m,login-address=2/15m,login-account=2/15m')
  await signUp('Ann')
  for (let tried = 0; tried < 4; tried += 1) expect(await login(ANN)).toBe(200)
})

test('S3 one address cannot try many accounts', async () => {
  const { login } = await behindProxy()
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push(await login({ ...WRONG, email: `person-${n}@example.org` }))
  expect(statuses.indexOf(429)).toBe(30)
})

test('S3 many addresses cannot try one account, and its owner can still sign in from a known network', async () => {
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

test('S3 parallel attempts are all counted', async () => {
  const { login, signUp } = await behindProxy()
  await signUp('Ann')
  const statuses = await Promise.all(Array.from({ length: 30 }, () => login(WRONG)))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('S3 counts survive a restart', async () => {
  const { clock, login, from, ...parts } = await behindProxy('login=2/15m')
  for (let tried = 0; tried < 2; tried += 1) await login(WRONG)
  const restarted = await createApp({ ...parts, now: () => clock.now, webDir: 'nowhere' })
  const reply = await restarted.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: WRONG,
    headers: from('203.0.113.1'),
  })
  expect(reply.statusCode).toBe(429)
  expect((await restarted.inject('/api/about')).statusCode).toBe(200)
  await restarted.close()
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

test('S3 the requests of a user are limited, independently of other users', async () => {
  const { signUp, clock } = await behindProxy('general=3/15m')
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const calls = async () => (await ann.get('/users/profile')).statusCode
  expect([await calls(), await calls(), await calls()]).toEqual([200, 200, 200])
  const reply = await ann.get('/users/profile')
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('900')
  expect((await bob.get('/users/profile')).statusCode).toBe(200)
  clock.now += 15 * MINUTE_MS
  expect(await calls()).toBe(200)
})

test('S17 without a trusted proxy a forged address is ignored', async () => {
  const { post } = await testApp({ RATE_LIMITS: 'login=2/15m' })
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1)
    statuses.push((await post('/users/login', WRONG, { 'x-forwarded-for': `203.0.113.${n}` })).statusCode)
  expect(statuses).toEqual([401, 401, 429])
})

/** Rate limits without a server: three attempts per minute for everything, unless overridden. */
async function counters(overrides: Partial<Limits> | null = {}) {
  const { db: present, close } = await testDatabase()
  onTestFinished(close)
  const clock = { now: Date.parse('2026-03-02T09:00:00Z') }
  const outage = { isDatabaseDown: false }
  const db = present.withPlugin({
    transformQuery({ node }) {
      if (outage.isDatabaseDown) throw new Error('The database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const three = { times: 3, windowMs: MINUTE_MS }
  const limits = overrides && {
    ...(Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, three])) as Limits),
    ...overrides,
  }
  const rows = () => db.selectFrom('attempts').select(['count', 'ends_at']).orderBy('ends_at').execute()
  const restart = () => createRateLimits(db, () => clock.now, limits)
  return { ...restart(), restart, db, clock, outage, rows }
}

const refusal = (retryAfterSeconds: number) => ({ code: 'rate-limited', key: 'tooManyRequests', retryAfterSeconds })

test('S3 attempts beyond the limit are refused until the window ends, with the remaining seconds', async () => {
  const { countAttempt, clock } = await counters()
  for (let tried = 0; tried < 3; tried += 1) await countAttempt('login', 'ann')
  clock.now += 1
  await expect(countAttempt('login', 'ann')).rejects.toMatchObject(refusal(60))
  clock.now += 1_000
  await expect(countAttempt('login', 'ann')).rejects.toMatchObject(refusal(59))
  await countAttempt('login', 'bob')
  await countAttempt('mail', 'ann')
  clock.now += MINUTE_MS - 1_001
  for (let tried = 0; tried < 3; tried += 1) await countAttempt('login', 'ann')
  await expect(countAttempt('login', 'ann')).rejects.toMatchObject(refusal(60))
})

test('S3 a refunded attempt can be made again, and refunds do not exceed the attempts', async () => {
  const { countAttempt, refundAttempt } = await counters()
  await countAttempt('login', 'ann')
  for (let given = 0; given < 5; given += 1) await refundAttempt('login', 'ann')
  for (let tried = 0; tried < 3; tried += 1) await countAttempt('login', 'ann')
  await refundAttempt('login', 'bob')
  await refundAttempt('mail', 'ann')
  await expect(countAttempt('login', 'ann')).rejects.toMatchObject(refusal(60))
})

test('S3 the database stores no name or address with its counts', async () => {
  const { countAttempt, db } = await counters()
  await countAttempt('login', 'ann@example.org')
  expect(JSON.stringify(await db.selectFrom('attempts').selectAll().execute())).not.toContain('ann')
})

test('S3 only expired counts are deleted', async () => {
  const { countAttempt, countCall, sweep, rows, clock } = await counters()
  await countAttempt('login', 'ann')
  for (let calls = 0; calls < 3; calls += 1) countCall('ann')
  clock.now += 1
  await countAttempt('login', 'bob')
  clock.now += MINUTE_MS - 2
  await sweep()
  expect(() => countCall('ann')).toThrow()
  clock.now += 1
  await sweep()
  expect(await rows()).toEqual([{ count: 1, ends_at: clock.now + 1 }])
  countCall('ann')
})

test('S3 requests are counted from zero after the window ends', async () => {
  const { countCall, clock } = await counters()
  for (let calls = 0; calls < 3; calls += 1) countCall('ann')
  clock.now += MINUTE_MS - 1
  expect(() => countCall('ann')).toThrow(expect.objectContaining(refusal(1)))
  countCall('bob')
  clock.now += 1
  for (let calls = 0; calls < 3; calls += 1) countCall('ann')
  expect(() => countCall('ann')).toThrow()
})

test('S3 every fifty requests are shared with other servers, later if the database is unreachable', async () => {
  const { countCall, clock, outage, rows, restart } = await counters({ general: { times: 170, windowMs: MINUTE_MS } })
  const endsAt = clock.now + MINUTE_MS
  const call = (times: number) => {
    for (let made = 0; made < times; made += 1) countCall('ann')
  }
  call(49)
  expect(await rows()).toEqual([])
  clock.now += 1
  call(1)
  await expect.poll(rows).toEqual([{ count: 50, ends_at: endsAt }])
  outage.isDatabaseDown = true
  call(60)
  await setImmediate()
  outage.isDatabaseDown = false
  call(1)
  await expect.poll(rows).toEqual([{ count: 111, ends_at: endsAt }])

  const { countCall: onAnother } = restart()
  for (let made = 0; made < 50; made += 1) onAnother('ann')
  const refused = () => {
    try {
      return onAnother('ann')
    } catch (error) {
      return error
    }
  }
  await expect.poll(refused, { interval: 1 }).toMatchObject(refusal(60))
  expect(await rows()).toEqual([{ count: 161, ends_at: endsAt }])
})

test('S3 the default limit is a thousand requests in 15 minutes', async () => {
  const { countCall } = await counters(DEFAULT_LIMITS)
  for (let calls = 0; calls < 1_000; calls += 1) countCall('ann')
  expect(() => countCall('ann')).toThrow(expect.objectContaining(refusal(900)))
})

test('S3 requests that arrive while others are being shared are counted', async () => {
  const { countCall, rows } = await counters({ general: { times: 60, windowMs: MINUTE_MS } })
  for (let calls = 0; calls < 55; calls += 1) countCall('ann')
  await expect.poll(rows).toMatchObject([{ count: 50 }])
  for (let calls = 0; calls < 5; calls += 1) countCall('ann')
  expect(() => countCall('ann')).toThrow()
})

test('S3 with RATE_LIMITS=off nothing is counted', async () => {
  const { countAttempt, refundAttempt, countCall, rows } = await counters(null)
  for (let tried = 0; tried < 5; tried += 1) await countAttempt('login', 'ann')
  for (let calls = 0; calls < 60; calls += 1) countCall('ann')
  await refundAttempt('login', 'ann')
  expect(await rows()).toEqual([])
})

// prettier-ignore
test.each([
  ['203.0.113.7',            '203.0.113.7'],
  ['::ffff:203.0.113.7',     '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6',   '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9',        '2001:db8:1:2::/64'],
  ['2001:db8::1',            '2001:db8:0:0::/64'],
  ['::1',                    '0:0:0:0::/64'],
  ['::1:2:3:4:5:6:7',        '0:1:2:3::/64'],
  ['1::4:05:6:7:8',          '1:0:0:4::/64'],
  ['2001:0db8::ffff:203.0.113.7', '2001:db8:0:0::/64'],
])('S17 %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
