import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { newId } from '#server/db/values.ts'
import { testApp } from '#server/testing/test-app.ts'

async function annWithDraft() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const draft = { project, startTime: '2026-03-01T09:00:00.000Z', endTime: '2026-03-01T10:00:00.000Z' }
  const count = async () => (await ann.get('/time-entries')).json().data.length as number
  return { ...parts, ann, make, project, draft, count }
}

test('E9 twenty tabs that save the same work at once create one entry, which all of them receive', async () => {
  const { ann, draft, count } = await annWithDraft()
  const notes = Array.from({ length: 20 }, (_, tab) => `tab ${tab}`)
  const replies = await Promise.all(notes.map((notes) => ann.post('/time-entries', { ...draft, notes })))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  expect(await count()).toBe(1)
})

// prettier-ignore
test.each<[string, (parts: Awaited<ReturnType<typeof annWithDraft>>) => object | Promise<object>]>([
  ['another project',  async ({ make }) => ({ project: await make('/projects', { name: 'other' }) })],
  ['another start',    () => ({ startTime: '2026-03-01T09:00:00.001Z' })],
  ['another end',      () => ({ endTime: '2026-03-01T10:00:00.001Z' })],
  ['another duration', () => ({ duration: 60_000 })],
  ['an id',            ({ clock }) => ({ id: newId(clock.now) })],
])('E9 an entry with %s is another one', async (_what, differenceIn) => {
  const parts = await annWithDraft()
  const { ann, draft, count } = parts
  await ann.post('/time-entries', draft)
  expect((await ann.post('/time-entries', { ...draft, ...(await differenceIn(parts)) })).statusCode).toBe(201)
  expect(await count()).toBe(2)
})

test('E9 an equal entry with an Idempotency-Key, of another user, or after a day is another one', async () => {
  const { app, ann, signUp, draft, count, clock } = await annWithDraft()
  await ann.post('/time-entries', draft)
  const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': 'k' }
  await app.inject({ method: 'POST', url: '/api/time-entries', headers, payload: draft })
  expect(await count()).toBe(2)
  clock.now += DAY_MS + 1
  await ann.post('/time-entries', draft)
  expect(await count()).toBe(3)
  const bob = await signUp('Bob')
  expect((await bob.post('/time-entries', draft)).statusCode).toBe(404)
})
