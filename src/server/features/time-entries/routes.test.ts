import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const ID = '0195a000-0000-7000-8000-00000000000a'
const [NINE, TEN] = ['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z']

async function annWithProjects() {
  const { db, clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [home, away] = [await make('/projects', { name: 'home' }), await make('/projects', { name: 'away' })]
  const task = await make('/tasks', { name: 'task', project: home })
  const tag = await make('/tags', { name: 'tag' })
  const draft = { project: home, startTime: NINE, endTime: TEN }
  return { db, clock, ann, make, home, away, task, tag, draft, track: trackTime.bind(undefined, db, ann.user.id) }
}

test('a time entry is created with its defaults, read, listed, changed and deleted', async () => {
  const { clock, ann, home, draft } = await annWithProjects()
  const created = await ann.post('/time-entries', draft)
  expect(created.statusCode).toBe(201)
  const entry = created.json().data
  expect(entry).toEqual({
    id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
    user: ann.user.id,
    project: home,
    task: null,
    tags: [],
    startTime: NINE,
    endTime: TEN,
    duration: 60 * MINUTE_MS,
    notes: '',
    isRunning: false,
    segments: [{ start: NINE, end: TEN }],
    createdAt: '2026-03-02T09:00:00.000Z',
    updatedAt: '2026-03-02T09:00:00.000Z',
  })
  const address = `/time-entries/${entry.id}`
  expect((await ann.get(address)).json().data).toEqual(entry)
  expect((await ann.get('/time-entries')).json().data).toEqual([entry])

  clock.now += MINUTE_MS
  const changed = await ann.put(address, { notes: 'Two\nlines' })
  expect(changed.json().data).toEqual({ ...entry, notes: 'Two\nlines', updatedAt: '2026-03-02T09:01:00.000Z' })
  expect((await ann.get(address)).json().data).toEqual(changed.json().data)

  expect((await ann.delete(address)).json()).toEqual({ ok: true, data: null })
  expect((await ann.get('/time-entries')).json().data).toEqual([])
  expect((await ann.delete(address)).json()).toMatchObject({ code: 'not-found', message: 'Time entry not found' })
})

test('a time entry has each of its tags once, and an empty task is none', async () => {
  const { ann, make, task, tag, draft } = await annWithProjects()
  const other = await make('/tags', { name: 'other', id: ID })
  const made = (await ann.post('/time-entries', { ...draft, task, tags: [tag, other, tag] })).json().data
  expect(made).toMatchObject({ task, tags: [other, tag] })
  expect((await ann.get(`/time-entries/${made.id}`)).json().data).toEqual(made)
  const changed = (await ann.put(`/time-entries/${made.id}`, { task: '', tags: [other] })).json().data
  expect(changed).toMatchObject({ task: null, tags: [other] })
  expect((await ann.get(`/time-entries/${made.id}`)).json().data).toEqual(changed)
})

test('times may have any UTC offset, and are exact to the millisecond', async () => {
  const { ann, draft } = await annWithProjects()
  const times = { startTime: '2026-03-01T10:00:00.001+01:00', endTime: '2026-03-01T09:00:00.002Z' }
  expect((await ann.post('/time-entries', { ...draft, ...times })).json().data).toMatchObject({
    startTime: '2026-03-01T09:00:00.001Z',
    duration: 1,
  })
})

// prettier-ignore
test.each([
  ['project',   'This field is required',                                   { project: undefined }],
  ['startTime', 'This field is required',                                   { startTime: undefined }],
  ['startTime', 'A date and time look like 2026-03-01T09:00:00Z',           { startTime: '2026-03-01' }],
  ['startTime', 'A date and time look like 2026-03-01T09:00:00Z',           { startTime: 'yesterday' }],
  ['startTime', 'A time between the years 2000 and 2100',                   { startTime: '1999-12-31T23:59:59Z' }],
  ['startTime', 'The start cannot be more than a day in the future',        { startTime: '2026-03-03T09:00:00.001Z', endTime: '2026-03-03T10:00:00Z' }],
  ['endTime',   'End time is required for non-running entries',             { endTime: undefined }],
  ['endTime',   'End time is required for non-running entries',             { endTime: null, isRunning: false }],
  ['endTime',   'End time is required for non-running entries',             { endTime: undefined, duration: 5_000 }],
  ['endTime',   'A time between the years 2000 and 2100',                   { endTime: '2100-01-01T00:00:00Z' }],
  ['endTime',   'The end must be after the start',                          { endTime: '2026-03-01T08:59:59Z' }],
  ['endTime',   'The end must be after the start',                          { endTime: NINE }],
  ['endTime',   'A time entry can last at most 1,000 hours',                { startTime: '2026-01-18T16:59:59.999Z' }],
  ['duration',  'The duration is longer than the time from start to end',   { duration: 62 * MINUTE_MS + 1 }],
  ['duration',  'At least 1',                                               { duration: 0 }],
  ['duration',  'This value is not valid',                                  { duration: 1.5 }],
  ['notes',     'At most 2000 characters',                                  { notes: 'x'.repeat(2_001) }],
  ['task',      'This value is not valid',                                  { task: 7 }],
  ['tags',      'This value is not valid',                                  { tags: 'tag' }],
  ['tags',      'At most 100 items',                                        { tags: Array<string>(101).fill('a') }],
  ['id',        'This value is not valid',                                  { id: 'mine' }],
])('E1 a new time entry with a wrong %s is refused: %s', async (field, sentence, wrong) => {
  const { ann, draft } = await annWithProjects()
  const reply = await ann.post('/time-entries', { ...draft, ...wrong })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: sentence })
  expect((await ann.get('/time-entries')).json().data).toEqual([])
})

// prettier-ignore
test.each([
  ['endTime',   'The end must be after the start',                          { startTime: TEN }],
  ['endTime',   'The end must be after the start',                          { endTime: '2026-03-01T08:00:00Z' }],
  ['endTime',   'A date and time look like 2026-03-01T09:00:00Z',           { endTime: 'never' }],
  ['duration',  'The duration is longer than the time from start to end',   { endTime: '2026-03-01T09:30:00Z', duration: 31 * MINUTE_MS }],
  ['endTime',   'A time entry can last at most 1,000 hours',                { duration: 60_000 * MINUTE_MS + 1 }],
  ['duration',  'A time between the years 2000 and 2100',                   { duration: 99 * 365 * 24 * 60 * MINUTE_MS }],
  ['startTime', 'The start cannot be more than a day in the future',        { startTime: '2026-03-04T09:00:00Z', endTime: '2026-03-04T10:00:00Z' }],
])('E1 a change to a wrong %s changes nothing: %s', async (field, sentence, wrong) => {
  const { ann, draft } = await annWithProjects()
  const entry = (await ann.post('/time-entries', draft)).json().data
  const reply = await ann.put(`/time-entries/${entry.id}`, wrong)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: sentence })
  expect((await ann.get(`/time-entries/${entry.id}`)).json().data).toEqual(entry)
})

test('E1 an entry that the timer has measured longer than the limit can be changed, but not extended', async () => {
  const { ann, db, draft } = await annWithProjects()
  const worked: [string, string] = ['2026-01-01T00:00:00.000Z', '2026-02-28T00:00:00.000Z']
  const address = `/time-entries/${await trackTime(db, ann.user.id, { project: draft.project, worked: [worked] })}`
  const says = async (change: object) => (await ann.put(address, change)).json().details
  expect(await says({ startTime: '2025-12-31T23:59:59Z' })).toEqual({
    endTime: 'A time entry can last at most 1,000 hours',
  })
  expect((await ann.put(address, { notes: 'Forgotten' })).json().data).toMatchObject({
    startTime: worked[0],
    endTime: worked[1],
  })
  expect((await ann.put(address, { endTime: '2026-02-27T00:00:00Z' })).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['an end that is too early for the duration',  { duration: 61 * MINUTE_MS },                                    '2026-03-01T10:01:00.000Z'],
  ['an end before the start',                    { endTime: '2026-03-01T08:59:40Z', duration: 20_000 },           '2026-03-01T09:00:20.000Z'],
])('E3 %s is moved if the two times may come from two clocks', async (_what, change, endTime) => {
  const { ann, draft } = await annWithProjects()
  const made = await ann.post('/time-entries', { ...draft, ...change })
  expect(made.statusCode).toBe(201)
  expect(made.json().data).toMatchObject({ startTime: '2026-03-01T09:00:00.000Z', endTime, duration: change.duration })
  const named = await ann.post('/time-entries', { ...draft, ...change, id: '0195a000-0000-7000-8000-00000000000b' })
  expect(named.statusCode).toBe(400)
})

test('E3 a duration shorter than its time is kept, and the segments add up to it', async () => {
  const { ann, draft } = await annWithProjects()
  const made = await ann.post('/time-entries', { ...draft, duration: 25 * MINUTE_MS })
  expect(made.json().data).toMatchObject({
    endTime: TEN,
    duration: 25 * MINUTE_MS,
    segments: [{ start: NINE, end: '2026-03-01T09:25:00.000Z' }],
  })
})

/** An entry with a pause of ten minutes, and seconds. */
const WORKED: [string, string][] = [
  ['2026-03-01T09:00:07.001Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:40:00.000Z', '2026-03-01T10:00:13.002Z'],
]

// prettier-ignore
test.each<[what: string, change: object, worked: [string, string][]]>([
  ['nothing',                 {},                                                    WORKED],
  ['notes',                   { notes: 'x' },                                        WORKED],
  ['its own times',           { startTime: WORKED[0]![0], endTime: WORKED[1]![1] },  WORKED],
  ['a later end',             { endTime: '2026-03-01T10:05:00.000Z' },               [WORKED[0]!, [WORKED[1]![0], '2026-03-01T10:05:00.000Z']]],
  ['an end before the pause', { endTime: '2026-03-01T09:20:00.000Z' },               [[WORKED[0]![0], '2026-03-01T09:20:00.000Z']]],
  ['a duration',              { duration: MINUTE_MS },                               [[WORKED[0]![0], '2026-03-01T09:01:07.001Z']]],
])('E4 saving %s keeps seconds and the pauses that are still inside', async (_what, change, worked) => {
  const { ann, track, home } = await annWithProjects()
  const address = `/time-entries/${await track({ project: home, worked: WORKED })}`
  const saved = await ann.put(address, change)
  expect(saved.json().data).toMatchObject({
    ...change,
    startTime: worked[0]![0],
    endTime: worked.at(-1)![1],
    duration: worked.reduce((sum, [start, end]) => sum + Date.parse(end) - Date.parse(start), 0),
    segments: worked.map(([start, end]) => ({ start, end })),
  })
  expect((await ann.get(address)).json().data).toEqual(saved.json().data)
})

const AT = (time: string) => `2026-03-01T${time}:00.000Z`
const PAUSED = [{ start: AT('09:00'), end: AT('09:20') }, { start: AT('09:40'), end: AT('10:00') }] // prettier-ignore

test('E3 given segments are stored, with a new entry and with a change', async () => {
  const { ann, draft } = await annWithProjects()
  const made = (await ann.post('/time-entries', { ...draft, segments: PAUSED })).json().data
  expect(made).toMatchObject({ duration: 40 * MINUTE_MS, segments: PAUSED })
  const address = `/time-entries/${made.id}`
  expect((await ann.put(address, { duration: 5 * MINUTE_MS })).json().data.segments).toHaveLength(1)
  const { startTime, endTime, duration, segments } = made
  const back = (await ann.put(address, { startTime, endTime, duration, segments })).json().data
  expect(back).toEqual({ ...made, updatedAt: back.updatedAt })
  const longer = (await ann.put(address, { ...back, endTime: AT('10:30') })).json().data
  expect(longer).toMatchObject({ duration: 70 * MINUTE_MS, endTime: AT('10:30') })
})

// prettier-ignore
test.each([
  ['none',              []],
  ['an empty one',      [{ start: AT('09:00'), end: AT('09:00') }]],
  ['overlapping ones',  [{ start: AT('09:00'), end: AT('09:30') }, { start: AT('09:20'), end: AT('09:40') }]],
  ['ones in disorder',  PAUSED.toReversed()],
  ['an early one',      [{ start: AT('08:00'), end: AT('09:20') }]],
  ['a late one',        [{ start: AT('09:00'), end: AT('10:01') }]],
])('E3 segments cannot be %s', async (_what, segments) => {
  const { ann, draft } = await annWithProjects()
  const reply = await ann.post('/time-entries', { ...draft, segments })
  expect(reply.statusCode).toBe(400)
  expect(Object.keys(reply.json().details)).toEqual(['segments'])
  const wrongSum = await ann.post('/time-entries', { ...draft, segments: PAUSED, duration: 41 * MINUTE_MS })
  expect(wrongSum.json().details).toEqual({ segments: 'This value is not valid' })
})

test('E5 the task of a time entry must belong to its project', async () => {
  const { ann, make, away, task, draft } = await annWithProjects()
  const elsewhere = await make('/tasks', { name: 'elsewhere', project: away })
  const refused = await ann.post('/time-entries', { ...draft, task: elsewhere })
  expect(refused.json()).toMatchObject({ code: 'not-found', message: 'Task not found' })
  const { id } = (await ann.post('/time-entries', { ...draft, task })).json().data
  const put = async (change: object) => (await ann.put(`/time-entries/${id}`, change)).json()
  expect(await put({ task: elsewhere })).toMatchObject({ code: 'not-found', message: 'Task not found' })
  expect((await put({ project: draft.project })).data.task).toBe(task)
  expect((await put({ project: away })).data).toMatchObject({ project: away, task: null })
  expect((await put({ project: draft.project, task })).data).toMatchObject({ project: draft.project, task })
  expect((await put({ project: away, task: elsewhere })).data).toMatchObject({ project: away, task: elsewhere })
})

test('E6 the timer leaves an entry alone that the user has changed or deleted', async () => {
  const { db, ann, track, home } = await annWithProjects()
  const sessionEntry = async (focus_session_key: string) => {
    const id = await track({ project: home, worked: WORKED })
    await db.updateTable('time_entries').set({ focus_session_key }).where('id', '=', id).execute()
    return `/time-entries/${id}`
  }
  const edit = async (address: string) => expect((await ann.put(address, { notes: 'mine' })).statusCode).toBe(200)
  const edited = await sessionEntry('edited')
  await edit(edited)
  await edit(edited)
  await ann.delete(await sessionEntry('deleted'))
  const editedFirst = await sessionEntry('edited, then deleted')
  await edit(editedFirst)
  await ann.delete(editedFirst)
  // 'deleted' stays, even if the entry is written again and edited.
  await edit(await sessionEntry('deleted'))
  await sessionEntry('untouched')
  await edit(`/time-entries/${await track({ project: home, worked: WORKED })}`)

  const overrides = await db.selectFrom('focus_session_overrides').select(['focus_session_key', 'kind']).execute()
  expect(Object.fromEntries(overrides.map(({ focus_session_key, kind }) => [focus_session_key, kind]))).toEqual({
    edited: 'edited',
    deleted: 'deleted',
    'edited, then deleted': 'deleted',
  })
  const keys = await db
    .selectFrom('time_entries')
    .select('focus_session_key')
    .where('focus_session_key', '=', 'edited')
    .execute()
  expect(keys).toHaveLength(1)
})

test('K3 twenty concurrent requests with the same id create one time entry', async () => {
  const { ann, draft } = await annWithProjects()
  const replies = await Promise.all(Array.from({ length: 20 }, () => ann.post('/time-entries', { ...draft, id: ID })))
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  const again = await ann.post('/time-entries', { ...draft, id: ID.toUpperCase(), notes: 'Another' })
  expect(again.body).toBe(replies[0]!.body)
  expect((await ann.get('/time-entries')).json().data).toEqual([replies[0]!.json().data])
})

test.each(['project', 'task', 'tag'] as const)(
  'K4 a time entry that is created while its %s is deleted is refused, or was created before',
  async (kind) => {
    const { ann, home, task, tag, draft } = await annWithProjects()
    const gone = { project: `/projects/${home}`, task: `/tasks/${task}`, tag: `/tags/${tag}` }[kind]
    const make = () => ann.post('/time-entries', { ...draft, task, tags: [tag] })
    const early = Array.from({ length: 10 }, make)
    const removed = ann.delete(gone)
    const replies = await Promise.all([...early, ...Array.from({ length: 10 }, make)])
    expect((await removed).statusCode).toBe(200)
    expect(replies.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 404)).toEqual([])
    const left = (await ann.get('/time-entries')).json().data
    // Equal entries without an id are one entry.
    const made = new Set(replies.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().data.id))
    expect(left).toHaveLength(kind === 'project' ? 0 : made.size)
    expect(
      left.filter((entry: { task: string | null; tags: string[] }) => entry.task === null || entry.tags.length === 0),
    ).toHaveLength(left.length)
  },
)

test('S12 a client cannot set the fields of a time entry that the server manages', async () => {
  const { db, ann, draft } = await annWithProjects()
  const kept = {
    user: 'bob',
    createdAt: NINE,
    updatedAt: NINE,
    focus_session_key: 's',
    focusSessionKey: 's',
    zone: 'z',
  }
  const made = (await ann.post('/time-entries', { ...draft, ...kept })).json().data
  expect(made).toMatchObject({ user: ann.user.id, createdAt: '2026-03-02T09:00:00.000Z' })
  expect((await ann.put(`/time-entries/${made.id}`, { ...kept, id: ID, isRunning: true })).json().data).toEqual(made)
  expect(await db.selectFrom('time_entries').select(['id', 'focus_session_key', 'zone']).execute()).toEqual([
    { id: made.id, focus_session_key: null, zone: null },
  ])
})
