import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TrashItem } from '#contract/trash.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { limitTrash } from './limit.ts'
import { purgeExpiredTrash } from './purge.ts'

const [START, END] = ['2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z']

/** Ann has a project of a client, with an entry that has a task and a tag. */
async function setUp(environment: Record<string, string> = {}) {
  const app = await testApp(environment)
  const [ann, bob] = [await app.signUp('Ann'), await app.signUp('Bob')]
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'Acme', contactInfo: 'office@example.org' })
  const project = await make('/projects', { name: 'Atlas', client, description: 'd', isPinned: true })
  const task = await make('/tasks', { name: 'Draw', project, status: 'inProgress' })
  const tag = await make('/tags', { name: 'deep', color: '#112233' })
  const track = (more: object = {}) =>
    make('/time-entries', { project, task, tags: [tag], notes: 'first', startTime: START, endTime: END, ...more })
  const entry = await track()
  const get = async (path: string) => (await ann.get(path)).json().data
  const trash = async () => (await get('/trash')).items as TrashItem[]
  /** Deletes an item and returns its id in the trash. */
  const remove = async (path: string) => {
    const id = randomUUID()
    expect((await ann.delete(`${path}?trash=${id}`)).statusCode, path).toBe(200)
    return id
  }
  const restore = (id: string) => ann.post(`/trash/${id}/restore`, {})
  return { ...app, ann, bob, make, client, project, task, tag, entry, track, get, trash, remove, restore }
}

const PATHS = ['/projects', '/clients', '/tasks', '/tags', '/timer-presets', '/report-views', '/time-entries'] as const

test.each(['project', 'client', 'task', 'tag', 'entry', 'preset', 'view'] as const)(
  'H21 a deleted %s comes back as it was, with all that was deleted or changed with it',
  async (kind) => {
    const { make, get, trash, remove, restore, clock, ...ids } = await setUp()
    const preset = await make('/timer-presets', { name: 'Long', workDuration: 50, breakDuration: 10 })
    const view = await make('/report-views', { name: 'Mine', search: 'range=month' })
    const [path, id] = {
      project: ['/projects', ids.project],
      client: ['/clients', ids.client],
      task: ['/tasks', ids.task],
      tag: ['/tags', ids.tag],
      entry: ['/time-entries', ids.entry],
      preset: ['/timer-presets', preset],
      view: ['/report-views', view],
    }[kind] as [string, string]
    const readAll = async () => Promise.all(PATHS.map(get))
    const before = await readAll()
    clock.now += HOUR_MS
    const trashId = await remove(`${path}/${id}`)
    expect(await readAll()).not.toEqual(before)
    expect(await trash()).toMatchObject([{ id: trashId, deletedAt: new Date(clock.now).toISOString() }])
    expect((await restore(trashId)).statusCode).toBe(200)
    expect(await readAll()).toEqual(before)
    expect(await trash()).toEqual([])
  },
)

test('H21 the trash tells what was deleted, when, on which device, and until when it is kept', async () => {
  const { app, ann, project, get, track, clock } = await setUp()
  await track({ startTime: END, endTime: '2026-03-01T09:30:00Z' })
  await app.inject({
    method: 'DELETE',
    url: `/api/projects/${project}`,
    headers: {
      authorization: `Bearer ${ann.token}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })
  expect(await get('/trash')).toEqual({
    items: [
      {
        id: expect.any(String),
        kind: 'project',
        name: 'Atlas',
        device: 'Firefox, Linux',
        deletedAt: new Date(clock.now).toISOString(),
        expiresAt: new Date(clock.now + 30 * DAY_MS).toISOString(),
        timeEntries: 2,
        milliseconds: 90 * MINUTE_MS,
      },
    ],
    count: 1,
    retentionMs: 30 * DAY_MS,
  })
})

test('H21 entries deleted together, or with the same id in the trash, are one item', async () => {
  const { ann, entry, track, trash, restore, get } = await setUp()
  const others = [
    await track({ startTime: '2026-03-01T08:10:00Z' }),
    await track({ startTime: '2026-03-01T08:20:00Z' }),
  ]
  const id = randomUUID()
  await ann.post('/time-entries/bulk-delete', { ids: [entry, others[0]], trash: id })
  await ann.delete(`/time-entries/${others[1]}?trash=${id}`)
  expect(await trash()).toMatchObject([{ id, kind: 'time-entries', name: 'Atlas', timeEntries: 3 }])
  expect((await restore(id)).json().data).toEqual({ kind: 'time-entries', timeEntries: 3 })
  expect(await get('/time-entries')).toHaveLength(3)
})

test.each([
  ['one\ntwo', 'Atlas: one'],
  ['x'.repeat(61), `Atlas: ${'x'.repeat(60)}…`],
  ['', 'Atlas'],
])('H21 a single entry with the note %j is called %j', async (notes, name) => {
  const { ann, entry, remove, trash } = await setUp()
  await ann.put(`/time-entries/${entry}`, { notes })
  await remove(`/time-entries/${entry}`)
  expect(await trash()).toMatchObject([{ kind: 'time-entries', name, timeEntries: 1 }])
})

test('H21 the trash is listed in pages, the latest deletion first', async () => {
  const { ann, make, remove, get, clock } = await setUp()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) {
    clock.now += count % 2
    ids.unshift(await remove(`/tags/${await make('/tags', { name: `tag ${count}` })}`))
  }
  const pages: string[][] = []
  for (let cursor = ''; ;) {
    const { items, count } = await get(`/trash?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(count).toBe(5)
    pages.push(items.map(({ id }: TrashItem) => id))
    if (items.length < 2) break
    cursor = items.at(-1).id
  }
  expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect((await ann.get(`/trash?cursor=${randomUUID()}`)).statusCode).toBe(400)
})

test('H22 bringing back the same item again changes nothing', async () => {
  const { ann, project, entry, remove, restore, get } = await setUp()
  const id = await remove(`/projects/${project}`)
  expect((await restore(id)).json().data).toEqual({ kind: 'project', timeEntries: 1 })
  await ann.put(`/time-entries/${entry}`, { notes: 'changed since' })
  expect((await restore(id)).json().data).toEqual({ kind: 'project', timeEntries: 0 })
  expect(await get('/time-entries')).toMatchObject([{ id: entry, notes: 'changed since' }])
  expect((await ann.delete(`/trash/${id}`)).statusCode).toBe(404)
})

test('H22 two devices that bring back the same item at once get it once', async () => {
  const { project, remove, restore, get } = await setUp()
  const id = await remove(`/projects/${project}`)
  const replies = await Promise.all([restore(id), restore(id), restore(id)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await get('/time-entries')).toHaveLength(1)
})

test('H22 an entry brings back its project, client, task and tag, if they were deleted after it', async () => {
  const { entry, project, client, task, tag, remove, restore, get } = await setUp()
  const before = await get(`/time-entries/${entry}`)
  const id = await remove(`/time-entries/${entry}`)
  for (const path of [`/tasks/${task}`, `/tags/${tag}`, `/clients/${client}`]) await remove(path)
  const projectId = await remove(`/projects/${project}`)
  expect((await restore(id)).statusCode).toBe(200)
  expect(await get(`/time-entries/${entry}`)).toEqual(before)
  expect(await get(`/projects/${project}`)).toMatchObject({ name: 'Atlas', isPinned: true })
  expect((await restore(projectId)).statusCode).toBe(200)
  expect(await get('/time-entries')).toHaveLength(1)
})

test('H22 an entry comes back even if its project was deleted for ever', async () => {
  const { ann, entry, project, remove, restore, get } = await setUp()
  const id = await remove(`/time-entries/${entry}`)
  expect((await ann.delete(`/trash/${await remove(`/projects/${project}`)}`)).statusCode).toBe(200)
  expect((await restore(id)).statusCode).toBe(200)
  expect(await get('/time-entries')).toMatchObject([{ id: entry, project }])
  expect(await get('/projects')).toMatchObject([{ name: 'Atlas' }])
})

test('H22 a tag that exists again under its name takes the place of the deleted one', async () => {
  const { entry, tag, remove, restore, make, get } = await setUp()
  const deletions = [await remove(`/tags/${tag}`), await remove(`/time-entries/${entry}`)]
  const again = await make('/tags', { name: 'DEEP' })
  for (const id of deletions) expect((await restore(id)).statusCode).toBe(200)
  expect(await get('/tags')).toMatchObject([{ id: again, name: 'DEEP' }])
  expect(await get('/time-entries')).toMatchObject([{ id: entry, tags: [again] }])
})

test('H22 what refers to something else since, or exists again, stays as it is', async () => {
  const { ann, project, client, task, entry, remove, restore, make, get } = await setUp()
  const deletions = [await remove(`/clients/${client}`), await remove(`/tasks/${task}`)]
  const [newClient, newTask] = [
    await make('/clients', { name: 'Beta' }),
    await make('/tasks', { name: 'New', project }),
  ]
  await ann.put(`/projects/${project}`, { client: newClient })
  await ann.put(`/time-entries/${entry}`, { task: newTask })
  for (const id of deletions) expect((await restore(id)).statusCode).toBe(200)
  expect(await get(`/projects/${project}`)).toMatchObject({ client: newClient })
  expect(await get(`/time-entries/${entry}`)).toMatchObject({ task: newTask })
  const id = await remove(`/time-entries/${entry}`)
  await make('/time-entries', { id: entry, project, startTime: START, endTime: END, notes: 'made again' })
  expect((await restore(id)).statusCode).toBe(200)
  expect(await get('/time-entries')).toMatchObject([{ id: entry, notes: 'made again' }])
})

test('H22 an account without room refuses, and the item stays in the trash', async () => {
  const { project, remove, restore, make, trash, get } = await setUp({ QUOTAS: 'projects=1' })
  const id = await remove(`/projects/${project}`)
  const other = await make('/projects', { name: 'Other' })
  expect((await restore(id)).json()).toMatchObject({ ok: false, code: 'conflict' })
  expect(await trash()).toMatchObject([{ id, timeEntries: 1 }])
  await remove(`/projects/${other}`)
  expect((await restore(id)).statusCode).toBe(200)
  expect(await get('/time-entries')).toHaveLength(1)
})

test('H24 another user sees, restores and deletes nothing of a trash', async () => {
  const { bob, project, remove, trash } = await setUp()
  const id = await remove(`/projects/${project}`)
  expect((await bob.get('/trash')).json().data).toMatchObject({ items: [], count: 0 })
  expect((await bob.post(`/trash/${id}/restore`, {})).statusCode).toBe(404)
  expect((await bob.delete(`/trash/${id}`)).statusCode).toBe(404)
  expect((await bob.delete('/trash')).json().data).toEqual({ items: 0 })
  expect(await trash()).toHaveLength(1)
})

test('H24 what is deleted for ever leaves nothing in any table', async () => {
  const { ann, db, project, entry, tag, remove, trash, restore } = await setUp()
  await ann.put(`/time-entries/${entry}`, { notes: 'secret' })
  const ids = [await remove(`/tags/${tag}`), await remove(`/projects/${project}`)]
  expect((await ann.delete(`/trash/${ids[1]}`)).statusCode).toBe(200)
  expect((await restore(ids[1]!)).statusCode).toBe(404)
  expect(await db.selectFrom('time_entry_changes').selectAll().execute()).toEqual([])
  expect((await ann.delete('/trash')).json().data).toEqual({ items: 1 })
  expect(await trash()).toEqual([])
  expect(await db.selectFrom('trash_rows').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('trash').selectAll().execute()).toEqual([])
})

test('H24 an item is kept for TRASH_RETENTION, and is then deleted for ever', async () => {
  const { db, clock, project, remove, restore, trash } = await setUp({ TRASH_RETENTION: '7d' })
  const id = await remove(`/projects/${project}`)
  clock.now += 7 * DAY_MS - 1
  await purgeExpiredTrash(db, clock.now - 7 * DAY_MS)
  expect(await trash()).toMatchObject([{ id }])
  clock.now += 1
  expect(await trash()).toEqual([])
  expect((await restore(id)).statusCode).toBe(404)
  await purgeExpiredTrash(db, clock.now - 7 * DAY_MS)
  expect(await db.selectFrom('trash_rows').selectAll().execute()).toEqual([])
})

test('H24 a trash that holds too much expires its oldest items, never the latest', async () => {
  const { db, ann, clock, make, track, remove, trash } = await setUp()
  const entries = []
  for (const minute of [10, 20, 30]) entries.push(await track({ startTime: `2026-03-01T08:${minute}:00Z` }))
  for (const entry of entries) {
    clock.now += 1
    await remove(`/time-entries/${entry}`)
  }
  clock.now += 1
  const latest = await remove(`/tags/${await make('/tags', { name: 'x'.repeat(90) })}`)
  const limit = (change: object) =>
    limitTrash(db, ann.user.id, 100, { items: 10, entries: 10, textBytes: 1_000_000, ...change })
  await limit({})
  expect(await trash()).toHaveLength(4)
  await limit({ entries: 2 })
  expect(await trash()).toHaveLength(3)
  await limit({ items: 2 })
  expect(await trash()).toHaveLength(2)
  await limit({ textBytes: 1 })
  expect((await trash()).map(({ id }) => id)).toEqual([latest])
})

test('H26 a running entry that is deleted stops, and others can be restored meanwhile', async () => {
  const { ann, project, entry, track, remove, restore, get } = await setUp()
  const id = await remove(`/time-entries/${entry}`)
  const running = (await ann.post('/time-entries/start', { project })).json().data.id
  expect((await restore(id)).statusCode).toBe(200)
  expect((await get('/time-entries/running')).id).toBe(running)
  await remove(`/time-entries/${running}`)
  expect((await ann.get('/time-entries/running')).statusCode).toBe(404)
  expect(await get('/time-entries')).toHaveLength(1)
  await track()
})
