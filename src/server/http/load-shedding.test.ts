import { EventEmitter } from 'node:events'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createLoadShedder } from './load-shedding.ts'

const open = () => {
  const metrics = new Registry()
  const server = new EventEmitter()
  const pass = createLoadShedder(metrics, server)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  return {
    metrics,
    server,
    finish,
    pass,
    /** So many calls of one caller that last until they may finish. */
    take: (caller: string, count: number) => Array.from({ length: count }, () => pass(caller, () => finished)),
  }
}

// prettier-ignore
test.each([
  ['100 of two callers',  { Ann: 50, Bob: 50 }, 'Cem', 'refused'],
  ['99 of two callers',   { Ann: 50, Bob: 49 }, 'Cem', 'taken on'],
  ['50 of the same',      { Ann: 50 },          'Ann', 'refused'],
  ['49 of the same',      { Ann: 49 },          'Ann', 'taken on'],
  ['50 of somebody else', { Ann: 50 },          'Bob', 'taken on'],
])('O44 with %s under way, the next of %3$s is %4$s', async (_what, underWay: Record<string, number>, caller, outcome) => {
  const { pass, take, finish, metrics } = open()
  const taken = Object.entries(underWay).flatMap(([caller, count]) => take(caller, count))
  const next = pass(caller, async () => 'taken on').catch((error: unknown) => error)
  if (outcome === 'refused') {
    expect(await next).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    expect(await metrics.metrics()).toContain('\nhttp_requests_turned_away_total 1\n')
  } else expect(await next).toBe('taken on')
  finish()
  await Promise.all(taken)
  expect(await pass(caller, async () => 'taken on')).toBe('taken on')
})

// prettier-ignore
test.each([
  ['40 are left',                 60, 0,  'refused'],
  ['39 are left',                 61, 0,  'taken on'],
  ['35 are left, 20 of the same', 65, 20, 'refused'],
  ['35 are left, 19 of the same', 65, 19, 'taken on'],
])('O44 once 100 were under way and %s, the next is %4$s', async (_what, done, own, outcome) => {
  const { fill, next } = busy()
  const others = fill(100 - own)
  fill(own, 'Ann')
  for (const finish of others.slice(0, done)) await finish()
  expect(await next('Ann')).toBe(outcome)
})

test('O44 once it has caught up, it takes on 100 again', async () => {
  const { fill, next } = busy()
  const calls = fill(100)
  for (const finish of calls.slice(0, 80)) await finish()
  fill(79)
  expect(await next('Ann')).toBe('taken on')
})

/** Calls that can be brought to their end one by one; of as many callers, unless it is named. */
function busy() {
  const { pass } = open()
  const begin = (caller: string = crypto.randomUUID()) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const call = pass(caller, () => promise)
    return async () => {
      resolve()
      await call
    }
  }
  return {
    fill: (count: number, caller?: string) => Array.from({ length: count }, () => begin(caller)),
    next: (caller: string) => pass(caller, async () => 'taken on').catch(() => 'refused'),
  }
}

test('O44 what fails makes room again', async () => {
  const { pass } = open()
  const fail = () => pass('Ann', () => Promise.reject(new Error('broken'))).catch(() => 'failed')
  for (let count = 0; count < 51; count += 1) expect(await fail()).toBe('failed')
  expect(await pass('Ann', async () => 'taken on')).toBe('taken on')
})

/** Calls of so long, and in which turn of the event loop each was begun. */
async function beginEach(milliseconds: number, count: number, eachTurn = (_server: EventEmitter) => {}) {
  const { pass, server } = open()
  let turn = 0
  const counting = () => {
    turn += 1
    eachTurn(server)
    if (begun.length < count) setImmediate(counting)
  }
  const begun: { index: number; turn: number }[] = []
  const work = async (index: number) => {
    begun.push({ index, turn })
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  }
  counting()
  await Promise.all(Array.from({ length: count }, (_, index) => pass('Ann', () => work(index))))
  expect(begun.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index))
  return begun.map(({ turn }) => turn)
}

test('O44 work that takes long is begun in a turn of its own, in the order of coming', async () => {
  expect(new Set(await beginEach(3, 5)).size).toBe(5)
})

test('O44 of work that is short much is begun in the same turn', async () => {
  expect(new Set(await beginEach(0, 50)).size).toBeLessThan(25)
})

test('O44 as long as others come in, work waits for them, but not for ever', async () => {
  const turns = await beginEach(3, 3, (server) => server.emit('connection'))
  expect(turns[1]! - turns[0]!).toBeGreaterThanOrEqual(20)
  expect(turns[2]! - turns[1]!).toBeGreaterThanOrEqual(20)
})

test('O44 a call that is too much is told when to come back, in its language', async () => {
  const { app, signUp } = await testApp()
  const ann = await signUp('Ann')
  const headers = { authorization: `Bearer ${ann.token}`, 'accept-language': 'es' }
  const replies = await Promise.all(Array.from({ length: 51 }, () => app.inject({ url: '/api/projects', headers })))
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ statusCode: 503 })
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.json()).toMatchObject({
    ok: false,
    code: 'unavailable',
    message: expect.stringMatching(/servidor/i),
  })
})

// prettier-ignore
test.each<[how: string, headers: (token: string, call: number) => Record<string, string>]>([
  ['another name of the scheme', (token, call) => ({ authorization: `${call % 2 === 0 ? 'bearer' : 'Bearer'} ${token}` })],
  ['another header',             (token, call) => ({ authorization: `Mine ${call}`, 'x-auth-token': token })],
])('O44 nobody takes more places by calling with %s', async (_how, headers) => {
  const { app, signUp } = await testApp()
  const { token } = await signUp('Ann')
  const call = (_: unknown, call: number) => app.inject({ url: '/api/projects', headers: headers(token, call) })
  const replies = await Promise.all(Array.from({ length: 51 }, call))
  expect(replies.filter(({ statusCode }) => statusCode === 503)).toHaveLength(1)
})

test('O44 nobody takes more places with more sessions', async () => {
  const { app, signUp } = await testApp()
  const ann = await signUp('Ann')
  const payload = { email: 'ann@example.org', password: 'Correct horse 1' }
  const again = await app.inject({ method: 'POST', url: '/api/users/login', payload })
  const tokens = [ann.token, again.json().data.token]
  const call = (_: unknown, call: number) =>
    app.inject({ url: '/api/projects', headers: { authorization: `Bearer ${tokens[call % 2]}` } })
  const replies = await Promise.all(Array.from({ length: 51 }, call))
  expect(replies.filter(({ statusCode }) => statusCode === 503)).toHaveLength(1)
})
