import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

/** A project `home` with a task that has one time entry of an hour, and a project `away` with none. */
async function annWithTask() {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [home, away] = [await make('/projects', { name: 'home' }), await make('/projects', { name: 'away' })]
  const task = await make('/tasks', { name: 'task', project: home })
  const entry = { project: home, task, worked: [['2026-03-01T09:00Z', '2026-03-01T10:00Z']] as [string, string][] }
  await trackTime(db, ann.user.id, entry)
  const entries = () => db.selectFrom('time_entries').select(['project_id', 'task_id']).execute()
  return { db, ann, make, home, away, task, entry, entries }
}

test('the list can be filtered by project', async () => {
  const { ann, make, home, away, task } = await annWithTask()
  const elsewhere = await make('/tasks', { name: 'elsewhere', project: away })
  const idsOf = async (path: string) => (await ann.get(path)).json().data.map(({ id }: { id: string }) => id)
  expect(await idsOf('/tasks')).toEqual([elsewhere, task])
  expect(await idsOf(`/tasks?projectId=${home}`)).toEqual([task])
  expect(await idsOf(`/tasks?projectId=${away}&limit=0`)).toEqual([elsewhere])
})

test('K7 moving a task to another project moves its time entries too', async () => {
  const { db, ann, home, away, task, entries } = await annWithTask()
  await trackTime(db, ann.user.id, { project: home, worked: [['2026-03-01T11:00Z', '2026-03-01T12:00Z']] })
  expect((await ann.put(`/tasks/${task}`, { project: away })).json().data.project).toBe(away)
  expect(await entries()).toEqual(
    expect.arrayContaining([
      { project_id: away, task_id: task },
      { project_id: home, task_id: null },
    ]),
  )
  await ann.delete(`/projects/${home}`)
  expect(await entries()).toEqual([{ project_id: away, task_id: task }])
})

test('K7 a task with very many time entries does not move, and one with many not again and again', async () => {
  const { db, signUp } = await testApp({ RATE_LIMITS: 'task-move=1/15m' })
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [home, away] = [await make('/projects', { name: 'home' }), await make('/projects', { name: 'away' })]
  const move = async (task: string, project: string) => (await ann.put(`/tasks/${task}`, { project })).statusCode
  const many = await make('/tasks', { name: 'many', project: home })
  await addEntries(db, { userId: ann.user.id, project: home, task: many, count: 500 })
  expect([await move(many, home), await move(many, away), await move(many, home)]).toEqual([200, 200, 429])

  const huge = await make('/tasks', { name: 'huge', project: home })
  await addEntries(db, { userId: ann.user.id, project: home, task: huge, count: 10_001 })
  const refused = await ann.put(`/tasks/${huge}`, { project: away })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().details.project).toContain('more than 10,000')
})

test('K7 no time entry can have a task of another project', async () => {
  const { db, ann, away, entry } = await annWithTask()
  await expect(trackTime(db, ann.user.id, { ...entry, project: away })).rejects.toThrow(/foreign key/i)
})

test('K4 deleting a task leaves its time entries, without a task', async () => {
  const { ann, home, task, entries } = await annWithTask()
  expect((await ann.delete(`/tasks/${task}`)).statusCode).toBe(200)
  expect(await entries()).toEqual([{ project_id: home, task_id: null }])
})

test('K14 a task keeps its estimate until a change names another one or none', async () => {
  const { ann, make, home, task } = await annWithTask()
  const change = async (fields: object) => (await ann.put(`/tasks/${task}`, fields)).json().data.estimate
  expect((await ann.get(`/tasks/${task}`)).json().data.estimate).toBeNull()
  expect(await change({ estimate: { unit: 'sessions', amount: 4 } })).toEqual({ unit: 'sessions', amount: 4 })
  // As by clients that know only the specification.
  expect(await change({ name: 'renamed', status: 'in-progress' })).toEqual({ unit: 'sessions', amount: 4 })
  expect(await change({ estimate: { unit: 'minutes', amount: 90 } })).toEqual({ unit: 'minutes', amount: 90 })
  expect(await change({ estimate: null })).toBeNull()
  const other = await make('/tasks', { name: 'other', project: home, estimate: { unit: 'minutes', amount: 60_000 } })
  expect((await ann.get(`/tasks/${other}`)).json().data.estimate).toEqual({ unit: 'minutes', amount: 60_000 })
})

// prettier-ignore
test.each([
  ['no amount',         { unit: 'sessions' }],
  ['nothing to do',     { unit: 'sessions', amount: 0 }],
  ['half a session',    { unit: 'sessions', amount: 1.5 }],
  ['too much',          { unit: 'minutes', amount: 60_001 }],
  ['an unknown unit',   { unit: 'days', amount: 1 }],
  ['a number alone',    4],
])('K14 an estimate with %s is refused, and the task keeps its own', async (_what, estimate) => {
  const { ann, task } = await annWithTask()
  await ann.put(`/tasks/${task}`, { estimate: { unit: 'sessions', amount: 2 } })
  const refused = await ann.put(`/tasks/${task}`, { name: 'renamed', estimate })
  expect(refused.statusCode).toBe(400)
  expect((await ann.get(`/tasks/${task}`)).json().data).toMatchObject({ name: 'task', estimate: { amount: 2 } })
})

test('K14 progress is all time of a task with an estimate, and its sessions that reached their end', async () => {
  const { db, ann, make, home, task } = await annWithTask()
  await make('/tasks', {
    name: 'without time',
    project: home,
    estimate: { unit: 'sessions', amount: 1 },
  })
  const track = (worked: [string, string], plannedMs: number) =>
    trackTime(db, ann.user.id, { project: home, task, worked: [worked], plannedMs })
  await track(['2026-03-02T09:00Z', '2026-03-02T09:25Z'], 25 * 60_000)
  await track(['2026-03-02T10:00Z', '2026-03-02T10:10Z'], 25 * 60_000)
  const progress = async () => (await ann.get('/task-progress')).json().data as unknown
  expect(await progress()).toEqual([])
  await ann.put(`/tasks/${task}`, { estimate: { unit: 'sessions', amount: 4 } })
  expect(await progress()).toEqual([
    { task, milliseconds: 95 * 60_000, sessions: 1, plannedSessions: 0, lastPlannedAt: null },
  ])
})

test('K14 a deleted task comes back with its estimate', async () => {
  const { ann, task } = await annWithTask()
  await ann.put(`/tasks/${task}`, { estimate: { unit: 'minutes', amount: 45 } })
  const trash = randomUUID()
  await ann.delete(`/tasks/${task}?trash=${trash}`)
  expect((await ann.post(`/trash/${trash}/restore`, {})).statusCode).toBe(200)
  expect((await ann.get(`/tasks/${task}`)).json().data.estimate).toEqual({ unit: 'minutes', amount: 45 })
})

test('K15 a task keeps its place in the plan until a change names another one or none, also in the trash', async () => {
  const { ann, task } = await annWithTask()
  const change = async (fields: object) => (await ann.put(`/tasks/${task}`, fields)).json().data.planned
  const planned = { sessions: 2, position: 2 ** 40, since: '2026-03-02T08:00:00.000Z' }
  expect(await change({ planned })).toEqual(planned)
  expect(await change({ name: 'renamed', status: 'completed' })).toEqual(planned)
  const trash = randomUUID()
  await ann.delete(`/tasks/${task}?trash=${trash}`)
  expect((await ann.post(`/trash/${trash}/restore`, {})).statusCode).toBe(200)
  expect((await ann.get(`/tasks/${task}`)).json().data.planned).toEqual(planned)
  expect(await change({ planned: null })).toBeNull()
})

test('K15 the sessions of a planned task count from when it was planned', async () => {
  const { db, ann, home, task } = await annWithTask()
  const track = (worked: [string, string]) =>
    trackTime(db, ann.user.id, { project: home, task, worked: [worked], plannedMs: 25 * 60_000 })
  await track(['2026-03-02T07:00Z', '2026-03-02T07:25Z'])
  await ann.put(`/tasks/${task}`, { planned: { sessions: 2, position: 1, since: '2026-03-02T08:00:00.000Z' } })
  const progress = async () => (await ann.get('/task-progress')).json().data[0] as unknown
  expect(await progress()).toMatchObject({ sessions: 1, plannedSessions: 0, lastPlannedAt: null })
  await track(['2026-03-02T07:50Z', '2026-03-02T08:15Z'])
  await track(['2026-03-02T09:00Z', '2026-03-02T09:10Z'])
  const expected = { sessions: 2, plannedSessions: 1, lastPlannedAt: '2026-03-02T08:15:00.000Z' }
  expect(await progress()).toMatchObject(expected)
})

// prettier-ignore
test.each([
  ['no session',            { sessions: 0 }],
  ['too many sessions',     { sessions: 21 }],
  ['a place before all',    { position: -1 }],
  ['an endless place',      { position: 2 ** 53 }],
  ['a day that is no time', { since: 'today' }],
])('K15 a plan with %s is refused, and the task keeps its own', async (_what, wrong) => {
  const { ann, task } = await annWithTask()
  const planned = { sessions: 2, position: 1, since: '2026-03-02T08:00:00.000Z' }
  await ann.put(`/tasks/${task}`, { planned })
  expect((await ann.put(`/tasks/${task}`, { planned: { ...planned, ...wrong } })).statusCode).toBe(400)
  expect((await ann.get(`/tasks/${task}`)).json().data.planned).toEqual(planned)
})

test('K5 the contents of a task are the time entries that would stay without it', async () => {
  const { ann, task } = await annWithTask()
  const contents = await ann.get(`/tasks/${task}/contents`)
  expect(contents.json().data).toEqual({ timeEntries: 1, milliseconds: 60 * 60_000 })
})

test('K13 the status in-progress is stored and answered as inProgress', async () => {
  const { ann, home, task } = await annWithTask()
  const created = await ann.post('/tasks', { name: 'new', project: home, status: 'in-progress' })
  const changed = await ann.put(`/tasks/${task}`, { status: 'in-progress' })
  expect([created.statusCode, changed.statusCode]).toEqual([201, 200])
  const { data: tasks } = (await ann.get('/tasks')).json()
  expect(tasks).toMatchObject([{ status: 'inProgress' }, { status: 'inProgress' }])
})

async function addEntries(db: Db, entries: { userId: string; project: string; task: string; count: number }) {
  const [started_at, ended_at] = [Date.parse('2026-03-01T09:00Z'), Date.parse('2026-03-01T10:00Z')]
  const rows = Array.from({ length: entries.count }, () => ({
    user_id: entries.userId,
    id: newId(started_at),
    project_id: entries.project,
    task_id: entries.task,
    started_at,
    ended_at,
    duration_ms: ended_at - started_at,
    notes: '',
    created_at: 0,
    updated_at: 0,
  }))
  for (let first = 0; first < rows.length; first += 1_000)
    await db
      .insertInto('time_entries')
      .values(rows.slice(first, first + 1_000))
      .execute()
}
