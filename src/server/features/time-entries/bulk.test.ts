import { expect, test } from 'vitest'
import type { TimeEntry } from '#contract/time-entries.ts'
import { testApp } from '#server/testing/test-app.ts'

const MISSING = '018f0000-0000-7000-8000-000000000000'

async function annWithEntries() {
  const { db, signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [home, away] = [await make('/projects', { name: 'home' }), await make('/projects', { name: 'away' })]
  const [task, elsewhere] = [
    await make('/tasks', { name: 'task', project: home }),
    await make('/tasks', { name: 'elsewhere', project: away }),
  ]
  const [tag, other] = [await make('/tags', { name: 'tag' }), await make('/tags', { name: 'other' })]
  const track = (hour: string, subject: object) => {
    const [startTime, endTime] = [`2026-03-01T${hour}:00:00Z`, `2026-03-01T${hour}:30:00Z`]
    return make('/time-entries', { project: home, startTime, endTime, ...subject })
  }
  const ids = [
    await track('08', { task, notes: 'first' }),
    await track('09', { project: away, task: elsewhere, tags: [tag] }),
    await track('10', { tags: [other] }),
  ]
  const list = async () => (await ann.get('/time-entries')).json().data.toReversed() as TimeEntry[]
  return { db, ann, bob, ids, list, names: { home, away, task, elsewhere, tag, other, missing: MISSING } }
}

type Named = Awaited<ReturnType<typeof annWithEntries>>['names']

// prettier-ignore
test.each<[what: string, change: (name: Named) => object, after: (name: Named) => Partial<TimeEntry>[]]>([
  ['notes',                     () => ({ notes: 'same' }),
    () => [{ notes: 'same' }, { notes: 'same' }, { notes: 'same' }]],
  ['a project, which only its own tasks stay with', ({ away }) => ({ project: away }),
    ({ away, elsewhere }) => [{ project: away, task: null, notes: 'first' }, { project: away, task: elsewhere }, { project: away, task: null }]],
  ['a project and its task',    ({ home, task }) => ({ project: home, task }),
    ({ home, task }) => [{ project: home, task }, { project: home, task }, { project: home, task }]],
  ['no task',                   () => ({ task: null }),
    () => [{ task: null }, { task: null }, { task: null }]],
  ['tags instead of the old',   ({ tag }) => ({ tags: [tag, tag] }),
    ({ tag }) => [{ tags: [tag] }, { tags: [tag] }, { tags: [tag] }]],
  ['tags beside the old',       ({ tag }) => ({ addTags: [tag] }),
    ({ tag, other }) => [{ tags: [tag] }, { tags: [tag] }, { tags: [tag, other].toSorted() }]],
  ['no tags',                   () => ({ tags: [] }),
    () => [{ tags: [] }, { tags: [] }, { tags: [] }]],
])('N9 a bulk change sets %s', async (_what, change, after) => {
  const { ann, ids, list, names } = await annWithEntries()
  const reply = await ann.post('/time-entries/bulk-update', { ids: [...ids, ids[0]], change: change(names) })
  expect(reply.statusCode).toBe(200)
  expect(await list()).toMatchObject(after(names))
  expect(reply.json().data).toHaveLength(3)
  expect(reply.json().data).toEqual(expect.arrayContaining(await list()))
})

// prettier-ignore
test.each<[what: string, change: (name: Named) => object, message: string]>([
  ['a project that is not there',   ({ missing }) => ({ notes: 'x', project: missing }), 'Project not found'],
  ['a task of another project',     ({ task }) => ({ notes: 'x', task }),                'Task not found'],
  ['a tag that is not there',       ({ tag, missing }) => ({ notes: 'x', addTags: [tag, missing] }), 'Tag not found'],
])('N9 a bulk change to %s changes no entry', async (_what, change, message) => {
  const { ann, ids, list, names } = await annWithEntries()
  const before = await list()
  const reply = await ann.post('/time-entries/bulk-update', { ids, change: change(names) })
  expect(reply.json()).toMatchObject({ code: 'not-found', message })
  expect(await list()).toEqual(before)
})

test('N9 if one entry does not exist, or is another user’s, none is changed or deleted', async () => {
  const { ann, bob, ids, list } = await annWithEntries()
  const before = await list()
  for (const [user, wanted] of [
    [ann, [...ids, MISSING]],
    [bob, ids],
  ] as const)
    // prettier-ignore
    for (const [path, body] of [['bulk-update', { change: { notes: 'x' } }], ['bulk-delete', {}]] as const) { // prettier-ignore
      const reply = await user.post(`/time-entries/${path}`, { ids: wanted, ...body })
      expect(reply.statusCode).toBe(404)
      expect(reply.json().message).toBe('Time entry not found')
    }
  expect(await list()).toEqual(before)
})

test('N9 many entries are deleted at once', async () => {
  const { ann, ids, list } = await annWithEntries()
  const reply = await ann.post('/time-entries/bulk-delete', { ids: ids.slice(1) })
  expect(reply.json().data).toEqual({ timeEntries: 2 })
  expect((await list()).map(({ id }) => id)).toEqual([ids[0]])
})

test.each([[[]], [Array.from({ length: 501 }, () => 'a')]])(
  'N9 an empty or too long list of entries is refused',
  async (ids) => {
    const { ann } = await annWithEntries()
    expect((await ann.post('/time-entries/bulk-delete', { ids })).json().details).toHaveProperty('ids')
  },
)

test('N9 a running entry cannot be changed or deleted in bulk', async () => {
  const { ann, ids, list, names } = await annWithEntries()
  const before = await list()
  const running = (await ann.post('/time-entries/start', { project: names.home })).json().data.id
  for (const [path, body] of [
    ['bulk-update', { change: { notes: 'x' } }],
    ['bulk-delete', {}],
  ] as const) {
    // prettier-ignore
    const reply = await ann.post(`/time-entries/${path}`, { ids: [...ids, running], ...body })
    expect(reply.json().details).toEqual({ ids: 'This entry is still running: stop the timer first' })
  }
  expect(await list()).toEqual(before)
})

test('E6 the timer leaves entries alone that the user has changed or deleted in bulk', async () => {
  const { db, ann, ids } = await annWithEntries()
  for (const id of ids.slice(0, 2)) await db.updateTable('time_entries').set({ focus_session_key: id }).where('id', '=', id).execute() // prettier-ignore
  const overrides = async () => {
    const rows = await db.selectFrom('focus_session_overrides').select(['focus_session_key', 'kind']).execute()
    return Object.fromEntries(rows.map(({ focus_session_key, kind }) => [focus_session_key, kind]))
  }
  await ann.post('/time-entries/bulk-update', { ids, change: { notes: 'mine' } })
  expect(await overrides()).toEqual({ [ids[0]!]: 'edited', [ids[1]!]: 'edited' })
  await ann.post('/time-entries/bulk-delete', { ids: [ids[1], ids[2]] })
  expect(await overrides()).toEqual({ [ids[0]!]: 'edited', [ids[1]!]: 'deleted' })
})
