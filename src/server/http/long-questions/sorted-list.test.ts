import { expect, test } from 'vitest'
import { byName } from '#core/text/by-name.ts'
import { testApp } from '#server/testing/test-app.ts'

const KINDS = ['clients', 'projects', 'tasks', 'tags'] as const

/** More items than a short list has, whose names are in another order than their rows. */
async function testLongLists() {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'First' })).json().data.id as string
  const names = Array.from({ length: 700 }, (_, index) => `Item ${(index * 97) % 700}`)
  const common = names.map((name, index) => ({
    user_id: ann.user.id,
    id: `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name,
    color: '#336699',
    created_at: 1,
    updated_at: 1,
  }))
  await db
    .insertInto('clients')
    .values(common.map((row) => ({ ...row, contact_info: 'x' })))
    .execute()
  await db
    .insertInto('projects')
    .values(common.map((row) => ({ ...row, description: 'x', client_id: row.id, status: 'active' as const })))
    .execute()
  await db
    .insertInto('tags')
    .values(common.map((row) => ({ ...row, name_key: row.name })))
    .execute()
  const tasks = common.map(({ color: _, ...row }) => ({ ...row, description: 'x', project_id: project }))
  await db
    .insertInto('tasks')
    .values(tasks.map((row) => ({ ...row, status: 'pending' as const })))
    .execute()
  return { ann, project }
}

test('O90 a long list of any kind is complete and sorted by name', async () => {
  const { ann, project } = await testLongLists()
  const lists = KINDS.map((kind) => [kind, `/${kind}`]).concat([['tasks', `/tasks?projectId=${project}`]])
  for (const [kind, path] of lists) {
    const reply = await ann.get(path!)
    expect(reply.statusCode, path).toBe(200)
    const { data } = reply.json()
    expect(data, path).toHaveLength(kind === 'projects' ? 701 : 700)
    expect(data, path).toEqual(data.toSorted(byName))
    const one = data[350]
    expect(one, path).toEqual((await ann.get(`/${kind}/${one.id}`)).json().data)
  }
  const { projects, presets } = (await ann.post('/initial-data')).json().data
  expect(projects).toEqual((await ann.get('/projects')).json().data)
  expect(presets).toHaveLength(3)
})

test('O91 a user with too many open questions is refused another list', async () => {
  const { ann } = await testLongLists()
  const replies = await Promise.all(Array.from({ length: 40 }, () => ann.get('/tasks')))
  const statuses = new Set(replies.map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([200, 429]))
  for (const reply of replies)
    if (reply.statusCode === 200) expect(reply.body).toBe(replies.find(({ statusCode }) => statusCode === 200)!.body)
})
