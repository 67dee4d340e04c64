import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { deleteExpiredKeys } from './idempotency.ts'

async function withKeys() {
  const { app, clock, db, signUp } = await testApp()
  const people = { ann: await signUp('Ann'), bob: await signUp('Bob') }
  const post = (who: 'ann' | 'bob', path: string, key: string, payload: object) => {
    const headers = { authorization: `Bearer ${people[who].token}`, 'idempotency-key': key }
    return app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
  }
  return { ...people, clock, db, post }
}

test('E7 the same key again creates nothing new and gets the same reply', async () => {
  const { ann, post } = await withKeys()
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('ann', '/projects', 'k', { name: 'p' })))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
  expect(replies[0]!.statusCode).toBe(201)
  const project = replies[0]!.json().data.id

  const draft = { project, startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }
  const first = await post('ann', '/time-entries', 'k', draft)
  expect(first.statusCode).toBe(201)
  expect((await post('ann', '/time-entries', 'k', { ...draft, notes: 'again' })).body).toBe(first.body)
  expect((await ann.get('/time-entries')).json().data).toHaveLength(1)
})

test('E7 the id of a key is a UUIDv7 with the time of its first use', async () => {
  const { clock, post } = await withKeys()
  const first = (await post('ann', '/projects', 'k', { name: 'p' })).json().data.id
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/)
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(clock.now)
  clock.now += 86_400_000
  expect((await post('ann', '/projects', 'k', { name: 'p' })).json().data.id).toBe(first)
})

test('E7 a key is forgotten 30 days after its first use', async () => {
  const { clock, db, post } = await withKeys()
  const create = async () => (await post('ann', '/projects', 'k', { name: 'p' })).json().data.id
  const first = await create()
  await deleteExpiredKeys(db, clock.now + 30 * DAY_MS - 1)
  expect(await create()).toBe(first)
  await deleteExpiredKeys(db, clock.now + 30 * DAY_MS)
  expect(await create()).not.toBe(first)
})

test('E7 a key of a request that was refused can be used again', async () => {
  const { ann, post } = await withKeys()
  expect((await post('ann', '/tasks', 'k', { name: 't', project: 'gone' })).statusCode).toBe(404)
  const project = (await post('ann', '/projects', 'k', { name: 'p' })).json().data.id
  expect((await post('ann', '/tasks', 'k', { name: 't', project })).statusCode).toBe(201)
  expect((await ann.get('/tasks')).json().data).toHaveLength(1)
})

test('E7 a key applies to one user and one endpoint', async () => {
  const { post } = await withKeys()
  const made = [
    await post('ann', '/projects', 'k', { name: 'p' }),
    await post('bob', '/projects', 'k', { name: 'p' }),
    await post('ann', '/projects', 'K', { name: 'p' }),
    await post('ann', '/clients', 'k', { name: 'c' }),
    await post('ann', '/tags', 'k', { name: 't' }),
    await post('ann', '/timer-presets', 'k', { name: 't', workDuration: 1, breakDuration: 0 }),
  ]
  expect(made.map((reply) => reply.statusCode)).toEqual(made.map(() => 201))
  expect(new Set(made.map((reply) => reply.json().data.id)).size).toBe(made.length)
})

test('E7 an id in the body takes precedence over a key', async () => {
  const { post } = await withKeys()
  const id = '0195a000-0000-7000-8000-00000000000a'
  expect((await post('ann', '/projects', 'k', { name: 'p', id })).json().data.id).toBe(id)
  expect((await post('ann', '/projects', 'k', { name: 'p' })).json().data.id).not.toBe(id)
})

// prettier-ignore
test.each([
  ['one character',    '~',               201],
  ['255 characters',   'k'.repeat(255),   201],
  ['256 characters',   'k'.repeat(256),   400],
  ['none',             '',                400],
  ['another alphabet', '\u00e9',          400],
  ['a tab',            'a\tb',            400],
])('E7 a key of %s is answered %3$s', async (_what, key, status) => {
  const { post } = await withKeys()
  const reply = await post('ann', '/projects', key, { name: 'p' })
  expect(reply.statusCode).toBe(status)
  if (status === 400) expect(reply.json().details).toEqual({ 'Idempotency-Key': 'This value is not valid' })
})

test('E7 a key is ignored by endpoints that create nothing', async () => {
  const { ann, post } = await withKeys()
  const settings = { workDuration: 1, breakDuration: 1, repetitions: 1 }
  expect((await post('ann', '/timer-presets/sync-settings', '', settings)).statusCode).toBe(200)
  expect((await ann.get('/projects')).json().data).toEqual([])
})
