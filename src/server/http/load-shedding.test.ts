import { EventEmitter } from 'node:events'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createLoadShedder } from './load-shedding.ts'

const createShedder = () => {
  const metrics = new Registry()
  const server = new EventEmitter()
  const run = createLoadShedder(metrics, server)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  return {
    metrics,
    server,
    finish,
    run,
    /** Starts requests of one caller that last until `finish` is called. */
    start: (caller: string, count: number) => Array.from({ length: count }, () => run(caller, () => finished)),
  }
}

// prettier-ignore
test.each([
  ['100 requests of two callers',  { Ann: 50, Bob: 50 }, 'Cem', 'refused'],
  ['99 requests of two callers',   { Ann: 50, Bob: 49 }, 'Cem', 'accepted'],
  ['50 requests of the same',      { Ann: 50 },          'Ann', 'refused'],
  ['49 requests of the same',      { Ann: 49 },          'Ann', 'accepted'],
  ['50 requests of another',       { Ann: 50 },          'Bob', 'accepted'],
])('O44 while %s are running, the next of %3$s is %4$s', async (_what, runningCounts: Record<string, number>, caller, outcome) => {
  const { run, start, finish, metrics } = createShedder()
  const running = Object.entries(runningCounts).flatMap(([caller, count]) => start(caller, count))
  const next = run(caller, async () => 'accepted').catch((error: unknown) => error)
  if (outcome === 'refused') {
    expect(await next).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    expect(await metrics.metrics()).toContain('\nritmo_http_requests_turned_away_total 1\n')
  } else expect(await next).toBe('accepted')
  finish()
  await Promise.all(running)
  expect(await run(caller, async () => 'accepted')).toBe('accepted')
})

// prettier-ignore
test.each([
  ['40 are left',                 60, 0,  'refused'],
  ['39 are left',                 61, 0,  'accepted'],
  ['35 are left, 20 of the same', 65, 20, 'refused'],
  ['35 are left, 19 of the same', 65, 19, 'accepted'],
])('O44 after 100 were running and %s, the next is %4$s', async (_what, done, own, outcome) => {
  const { fill, next } = createRequests()
  const others = fill(100 - own)
  fill(own, 'Ann')
  for (const finish of others.slice(0, done)) await finish()
  expect(await next('Ann')).toBe(outcome)
})

test('O44 after an overload is over, 100 requests are accepted again', async () => {
  const { fill, next } = createRequests()
  const calls = fill(100)
  for (const finish of calls.slice(0, 80)) await finish()
  fill(79)
  expect(await next('Ann')).toBe('accepted')
})

/** Requests that can be finished one by one, each of another caller unless one is named. */
function createRequests() {
  const { run } = createShedder()
  const begin = (caller: string = crypto.randomUUID()) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const call = run(caller, () => promise)
    return async () => {
      resolve()
      await call
    }
  }
  return {
    fill: (count: number, caller?: string) => Array.from({ length: count }, () => begin(caller)),
    next: (caller: string) => run(caller, async () => 'accepted').catch(() => 'refused'),
  }
}

test('O44 a request that fails frees its slot', async () => {
  const { run } = createShedder()
  const fail = () => run('Ann', () => Promise.reject(new Error('broken'))).catch(() => 'failed')
  for (let count = 0; count < 51; count += 1) expect(await fail()).toBe('failed')
  expect(await run('Ann', async () => 'accepted')).toBe('accepted')
})

/** Runs requests that block for some milliseconds, and returns the turn of the event loop in which each was started. */
async function startedTurns(milliseconds: number, count: number, eachTurn = (_server: EventEmitter) => {}) {
  const { run, server } = createShedder()
  let turn = 0
  const counting = () => {
    turn += 1
    eachTurn(server)
    if (started.length < count) setImmediate(counting)
  }
  const started: { index: number; turn: number }[] = []
  const work = async (index: number) => {
    started.push({ index, turn })
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  }
  counting()
  await Promise.all(Array.from({ length: count }, (_, index) => run('Ann', () => work(index))))
  expect(started.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index))
  return started.map(({ turn }) => turn)
}

test('O44 requests that take long are started in separate turns of the event loop, in order', async () => {
  expect(new Set(await startedTurns(3, 5)).size).toBe(5)
})

test('O44 many short requests are started in the same turn', async () => {
  expect(new Set(await startedTurns(0, 50)).size).toBeLessThan(25)
})

test('O44 while new connections arrive, requests wait for them, but not for ever', async () => {
  const turns = await startedTurns(3, 3, (server) => server.emit('connection'))
  expect(turns[1]! - turns[0]!).toBeGreaterThanOrEqual(20)
  expect(turns[2]! - turns[1]!).toBeGreaterThanOrEqual(20)
})

test('O44 the reply to a refused request says when to retry, in the language of the caller', async () => {
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
])('O44 a caller gets no more slots by sending %s', async (_how, headers) => {
  const { app, signUp } = await testApp()
  const { token } = await signUp('Ann')
  const call = (_: unknown, call: number) => app.inject({ url: '/api/projects', headers: headers(token, call) })
  const replies = await Promise.all(Array.from({ length: 51 }, call))
  expect(replies.filter(({ statusCode }) => statusCode === 503)).toHaveLength(1)
})

test('O44 a user gets no more slots with more sessions', async () => {
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
