import { expect, test } from 'vitest'
import type { EntryHistory } from '#contract/time-entries.ts'
import { DAY_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { setUpTimer } from '#server/testing/timer-setup.ts'
import { togglFile, testImports, togglRow } from '#server/testing/test-imports.ts'
import { deleteOldChanges, limitChanges, MAX_CHANGES_PER_ENTRY } from './history-queries.ts'

const TIMES = { startTime: '2026-03-01T08:00:00.000Z', endTime: '2026-03-01T09:00:00.000Z' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function setUp() {
  const parts = await testApp()
  const { app, signUp } = parts
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'Atlas' })
  const task = await make('/tasks', { name: 'Draw', project })
  const tag = await make('/tags', { name: 'deep' })
  const entry = await make('/time-entries', { project, task, tags: [tag], notes: 'first', ...TIMES })
  const edit = (change: object) =>
    app.inject({
      method: 'PUT',
      url: `/api/time-entries/${entry}`,
      headers: { authorization: `Bearer ${ann.token}`, 'user-agent': FIREFOX },
      payload: change,
    })
  const read = async () => (await ann.get(`/time-entries/${entry}`)).json().data
  const history = async () => (await ann.get(`/time-entries/${entry}/history`)).json().data as EntryHistory
  const restore = (change: number) => ann.post(`/time-entries/${entry}/history/${change}/restore`, {})
  return { ...parts, ann, bob, make, project, task, tag, entry, edit, read, history, restore }
}

test('E12 a history tells which values were changed when and on which device', async () => {
  const { edit, history, clock, project, make, task } = await setUp()
  const created = new Date(clock.now).toISOString()
  expect(await history()).toEqual({ createdAt: created, createdBy: 'user', fileName: null, changes: [] })
  clock.now += 60_000
  await edit({ notes: 'second' })
  clock.now += 60_000
  const other = await make('/projects', { name: 'Other' })
  await edit({ project: other, notes: 'third', endTime: '2026-03-01T10:00:00.000Z' })
  await edit({ notes: 'third' })
  expect(await history()).toMatchObject({
    createdAt: created,
    changes: [
      {
        number: 2,
        kind: 'edit',
        device: 'Firefox, Linux',
        changedAt: new Date(clock.now).toISOString(),
        before: { project, task, notes: 'second', ...TIMES, duration: 3_600_000 },
        after: { project: other, task: null, notes: 'third', endTime: '2026-03-01T10:00:00.000Z', duration: 7_200_000 },
      },
      { number: 1, before: { notes: 'first' }, after: { notes: 'second' } },
    ],
  })
})

test('E12 an earlier state can be restored, and so can the state before that', async () => {
  const { edit, read, history, restore, make } = await setUp()
  const withoutTime = async () => ({ ...(await read()), updatedAt: undefined })
  const states = [await withoutTime()]
  const other = await make('/projects', { name: 'Other' })
  for (const change of [
    {
      segments: [
        { start: TIMES.startTime, end: '2026-03-01T08:20:00.000Z' },
        { start: '2026-03-01T08:40:00.000Z', end: TIMES.endTime },
      ],
    },
    { project: other, tags: [] },
    { notes: '' },
  ]) {
    expect((await edit(change)).statusCode).toBe(200)
    states.push(await withoutTime())
  }
  for (const number of [1, 4, 3, 2]) {
    const restored = await restore(number)
    expect(restored.statusCode, restored.body).toBe(200)
    // The fourth change is the restore of the state before the first one.
    expect(await withoutTime()).toEqual(number === 4 ? states[3] : states[number - 1])
  }
  expect((await history()).changes.map(({ kind }) => kind)).toEqual([
    'restore',
    'restore',
    'restore',
    'restore',
    'edit',
    'edit',
    'edit',
  ])
})

test('E12 changes of many entries at once are in the history of each', async () => {
  const { ann, make, entry, project, tag, history } = await setUp()
  const same = await make('/time-entries', {
    project,
    notes: 'both',
    startTime: '2026-03-01T10:00:00Z',
    endTime: '2026-03-01T11:00:00Z',
  })
  const more = await make('/tags', { name: 'more' })
  const change = { notes: 'both', addTags: [more] }
  expect((await ann.post('/time-entries/bulk-update', { ids: [entry, same], change })).statusCode).toBe(200)
  expect((await history()).changes).toMatchObject([
    { kind: 'edit', before: { notes: 'first', tags: [tag] }, after: { notes: 'both', tags: [tag, more].toSorted() } },
  ])
  const { changes } = (await ann.get(`/time-entries/${same}/history`)).json().data
  expect(changes[0]).toMatchObject({ before: { tags: [] }, after: { tags: [more] } })
  expect(changes[0].before).not.toHaveProperty('notes')
})

test('E12 an earlier state comes without a task or tag that was deleted since, and not without its project', async () => {
  const { ann, edit, read, restore, make, project, task, tag } = await setUp()
  const other = await make('/projects', { name: 'Other' })
  await edit({ project: other, tags: [] })
  await ann.delete(`/tasks/${task}`)
  await ann.delete(`/tags/${tag}`)
  expect((await restore(1)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ project, task: null, tags: [] })
  await edit({ project: other })
  await ann.delete(`/projects/${project}`)
  const refused = await restore(1)
  expect([refused.statusCode, refused.json().message]).toEqual([404, 'Project not found'])
  expect(await read()).toMatchObject({ project: other })
})

test('E12 a history is its user’s alone', async () => {
  const { bob, entry, edit, restore } = await setUp()
  await edit({ notes: 'second' })
  expect((await bob.get(`/time-entries/${entry}/history`)).statusCode).toBe(404)
  expect((await bob.post(`/time-entries/${entry}/history/1/restore`, {})).statusCode).toBe(404)
  expect((await restore(2)).statusCode).toBe(404)
})

test('E12 a history survives the trash', async () => {
  const { ann, entry, edit, history } = await setUp()
  await edit({ notes: 'second' })
  const before = await history()
  const trash = '0195e2d4-0000-7000-8000-000000000001'
  await ann.post('/time-entries/bulk-delete', { ids: [entry], trash })
  expect((await ann.get(`/time-entries/${entry}/history`)).statusCode).toBe(404)
  await ann.post(`/trash/${trash}/restore`, {})
  expect(await history()).toEqual(before)
})

test('E12 the timer and imports are named as the origin of an entry, and the timer of a change', async () => {
  const { ann, project, device, at } = await setUpTimer()
  const phone = device()
  phone.start(project)
  at(10)
  phone.act({ type: 'stop', save: true })
  await phone.send()
  const [{ id }] = (await ann.get('/time-entries')).json().data
  const read = async (id: string) => (await ann.get(`/time-entries/${id}/history`)).json().data as EntryHistory
  expect(await read(id)).toMatchObject({ createdBy: 'timer', changes: [] })

  const { ann: importer, result } = await testImports()
  await result(togglFile(togglRow()), 'zone=UTC&fileName=old.csv')
  const [imported] = (await importer.get('/time-entries')).json().data
  const history = (await importer.get(`/time-entries/${imported.id}/history`)).json().data
  expect(history).toMatchObject({ createdBy: 'import', fileName: 'old.csv', changes: [] })
})

test('E12 a stopwatch that continues an entry is in its history', async () => {
  const { ann, project, device, at, make, beginning } = await setUpTimer()
  const time = (minute: number) => new Date(beginning + minute * 60_000).toISOString()
  const entry = await make('/time-entries', { project, startTime: time(-20), endTime: time(-5) })
  const phone = device()
  phone.start(project, { isInfinite: true, continues: { entryId: entry, startedAt: beginning - 20 * 60_000 } })
  at(10)
  phone.act({ type: 'stop', save: true })
  await phone.send()
  const { changes } = (await ann.get(`/time-entries/${entry}/history`)).json().data
  expect(changes).toMatchObject([
    { kind: 'timer', device: '', before: { startTime: time(-20), endTime: time(-5) }, after: { endTime: time(10) } },
  ])
})

test('E12 the latest 50 changes of an entry are kept, for a year', async () => {
  const { db, ann, edit, history, clock } = await setUp()
  for (let count = 0; count < MAX_CHANGES_PER_ENTRY + 3; count += 1) {
    clock.now += 1
    await edit({ notes: `note ${count}` })
  }
  const { changes } = await history()
  expect(changes).toHaveLength(MAX_CHANGES_PER_ENTRY)
  expect(changes.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index))
  await limitChanges(db, ann.user.id, 20)
  expect((await history()).changes).toHaveLength(20)
  await deleteOldChanges(db, clock.now + 365 * DAY_MS - 10)
  expect((await history()).changes).toHaveLength(10)
  await deleteOldChanges(db, clock.now + 365 * DAY_MS)
  expect((await history()).changes).toEqual([])
})
