import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

// prettier-ignore
test.each([
  ['Deep work',   'deep WORK',    409],
  ['Deep work',   ' Deep work ',  409],
  ['Café',        'cafe\u0301',   409],
  ['Deep work',   'Deep works',   201],
])('K6 with a tag %j, creating %j answers %i', async (first, second, status) => {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  await ann.post('/tags', { name: first })
  const reply = await ann.post('/tags', { name: second })
  expect(reply.statusCode).toBe(status)
  const taken = status === 409 ? { name: 'You already have a tag with this name' } : undefined
  expect(reply.json().details).toEqual(taken)
  expect((await bob.post('/tags', { name: second })).statusCode).toBe(201)
})

test('K6 a tag cannot take another tag’s name, but can change the case of its own', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  await ann.post('/tags', { name: 'one' })
  const { id } = (await ann.post('/tags', { name: 'two' })).json().data
  expect((await ann.put(`/tags/${id}`, { name: 'ONE' })).statusCode).toBe(409)
  expect((await ann.put(`/tags/${id}`, { name: 'TWO' })).json().data.name).toBe('TWO')
  expect((await ann.put(`/tags/${id}`, { name: 'three' })).json().data.name).toBe('three')
  expect((await ann.post('/tags', { name: 'Two' })).statusCode).toBe(201)
})

test('K6 of twenty concurrent requests for a tag of the same name one succeeds', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const replies = await Promise.all(Array.from({ length: 20 }, () => ann.post('/tags', { name: 'same' })))
  const statuses = replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)])
})

test('K4 deleting a tag leaves its time entries, whose number was announced', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const [deleted, kept] = [await make('/tags', { name: 'doomed' }), await make('/tags', { name: 'kept' })]
  const worked: [string, string][] = [['2026-03-01T09:00Z', '2026-03-01T09:10Z']]
  await trackTime(db, ann.user.id, { project, tags: [deleted, kept], worked })
  await trackTime(db, ann.user.id, { project, tags: [kept], worked })
  const contents = await ann.get(`/tags/${deleted}/contents`)
  expect(contents.json().data).toEqual({ timeEntries: 1, milliseconds: 10 * 60_000 })
  await ann.delete(`/tags/${deleted}`)
  expect(await db.selectFrom('time_entries').select('id').execute()).toHaveLength(2)
  const links = await db.selectFrom('time_entry_tags').select('tag_id').execute()
  expect(links).toEqual([{ tag_id: kept }, { tag_id: kept }])
})
