import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createGate } from './gate.ts'

const open = () => {
  const metrics = new Registry()
  const pass = createGate(metrics)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  return {
    metrics,
    finish,
    pass,
    /** So many calls of one caller that last until they may finish. */
    take: (caller: string, count: number) => Array.from({ length: count }, () => pass(caller, () => finished)),
  }
}

// prettier-ignore
test.each([
  ['300 of three callers',  { Ann: 100, Bob: 100, Cem: 100 }, 'Dan', 'refused'],
  ['299 of three callers',  { Ann: 100, Bob: 100, Cem: 99 },  'Dan', 'taken on'],
  ['100 of the same',       { Ann: 100 },                     'Ann', 'refused'],
  ['99 of the same',        { Ann: 99 },                      'Ann', 'taken on'],
  ['100 of somebody else',  { Ann: 100 },                     'Bob', 'taken on'],
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

test('O44 what fails makes room again', async () => {
  const { pass } = open()
  const fail = () => pass('Ann', () => Promise.reject(new Error('broken'))).catch(() => 'failed')
  for (let count = 0; count < 101; count += 1) expect(await fail()).toBe('failed')
  expect(await pass('Ann', async () => 'taken on')).toBe('taken on')
})

test('O44 work that takes long is begun in a turn of its own, in the order of coming', async () => {
  const { pass } = open()
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const begun: { index: number; turn: number }[] = []
  const work = async (index: number) => {
    begun.push({ index, turn })
    for (const end = performance.now() + 6; performance.now() < end;);
  }
  await Promise.all([1, 2, 3, 4, 5].map((index) => pass('Ann', () => work(index))))
  isOver = true
  expect(begun.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(begun.map(({ turn }) => turn)).size).toBe(5)
})

test('O44 a call that is too much is told when to come back, in its language', async () => {
  const { app, signUp } = await testApp()
  const ann = await signUp('Ann')
  const headers = { authorization: `Bearer ${ann.token}`, 'accept-language': 'es' }
  const replies = await Promise.all(Array.from({ length: 101 }, () => app.inject({ url: '/api/projects', headers })))
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
