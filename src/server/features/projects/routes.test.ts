import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

async function annWithProjects() {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  return {
    db,
    ann,
    make,
    deleted: await make('/projects', { name: 'Doomed' }),
    kept: await make('/projects', { name: 'Kept' }),
  }
}

test('the client of a project can be set, changed and removed', async () => {
  const { ann, make } = await annWithProjects()
  const [first, second] = [await make('/clients', { name: 'a' }), await make('/clients', { name: 'b' })]
  const id = await make('/projects', { name: 'x', client: first })
  expect((await ann.get(`/projects/${id}`)).json().data.client).toBe(first)
  expect((await ann.put(`/projects/${id}`, { client: second })).json().data.client).toBe(second)
  expect((await ann.put(`/projects/${id}`, { name: 'y' })).json().data.client).toBe(second)
  expect((await ann.put(`/projects/${id}`, { client: '' })).json().data.client).toBeNull()
  expect((await ann.post('/projects', { name: 'z', client: '' })).json().data.client).toBeNull()
})

test('L11 a project can be pinned and unpinned', async () => {
  const { ann, make, kept } = await annWithProjects()
  const pinned = await make('/projects', { name: 'Pinned', isPinned: true })
  const isPinned = async (id: string) => (await ann.get(`/projects/${id}`)).json().data.isPinned as boolean
  expect([await isPinned(pinned), await isPinned(kept)]).toEqual([true, false])
  expect((await ann.put(`/projects/${kept}`, { isPinned: true })).json().data.isPinned).toBe(true)
  expect((await ann.put(`/projects/${kept}`, { name: 'Kept on' })).json().data.isPinned).toBe(true)
  expect((await ann.put(`/projects/${kept}`, { isPinned: false })).json().data.isPinned).toBe(false)
  expect((await ann.put(`/projects/${kept}`, { isPinned: 'yes' })).statusCode).toBe(400)
})

test('a project has the number of its open tasks', async () => {
  const { ann, make, deleted, kept } = await annWithProjects()
  for (const status of ['pending', 'inProgress', 'completed'])
    await make('/tasks', { name: 't', project: deleted, status })
  const open = (await ann.get('/projects')).json().data.map(({ id, openTasks }: never) => [id, openTasks])
  expect(Object.fromEntries(open)).toEqual({ [deleted]: 2, [kept]: 0 })
  expect((await ann.put(`/projects/${deleted}`, { name: 'x' })).json().data.openTasks).toBe(2)
})

test('K4 deleting a project deletes exactly the tasks and time entries that its contents announced', async () => {
  const { db, ann, make, deleted, kept } = await annWithProjects()
  const tag = await make('/tags', { name: 'tag' })
  const entries: Record<string, string> = {}
  for (const project of [deleted, kept]) {
    const task = await make('/tasks', { name: 't', project })
    const worked: [string, string][] = [['2026-03-01T09:00Z', '2026-03-01T09:25Z']]
    entries[project] = await trackTime(db, ann.user.id, { project, task, tags: [tag], worked })
    await trackTime(db, ann.user.id, { project, worked })
  }
  const contents = await ann.get(`/projects/${deleted}/contents`)
  expect(contents.json().data).toEqual({ tasks: 1, timeEntries: 2, milliseconds: 50 * 60_000 })

  expect((await ann.delete(`/projects/${deleted}`)).statusCode).toBe(200)
  expect((await ann.get('/tasks')).json().data).toMatchObject([{ project: kept }])
  const left = await db.selectFrom('time_entries').select('project_id').execute()
  expect(left).toEqual([{ project_id: kept }, { project_id: kept }])
  const links = await db.selectFrom('time_entry_tags').select('entry_id').execute()
  expect(links).toEqual([{ entry_id: entries[kept] }])
  expect(await db.selectFrom('time_entry_segments').select('entry_id').execute()).toHaveLength(2)
})

test('K5 the contents of an empty project are zero', async () => {
  const { ann, deleted } = await annWithProjects()
  const contents = await ann.get(`/projects/${deleted}/contents`)
  expect(contents.json().data).toEqual({ tasks: 0, timeEntries: 0, milliseconds: 0 })
})

test('K4 when a project is deleted while tasks are added to it, every request gets a clear answer', async () => {
  const { ann, deleted } = await annWithProjects()
  const post = () => ann.post('/tasks', { name: 't', project: deleted })
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, post),
    ann.delete(`/projects/${deleted}`),
    ...Array.from({ length: 10 }, post),
  ])
  for (const { statusCode } of replies) expect([200, 201, 404]).toContain(statusCode)
  expect((await ann.get('/tasks')).json().data).toEqual([])
})
