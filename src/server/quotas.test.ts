import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { testImports, togglFile, togglRow } from '#server/testing/test-imports.ts'
import { createQuotas, DEFAULT_QUOTAS, textBytesOf } from './quotas.ts'

const DRAFTS = {
  '/clients': (index: number) => ({ name: `Client ${index}` }),
  '/projects': (index: number) => ({ name: `Project ${index}` }),
  '/tags': (index: number) => ({ name: `Tag ${index}` }),
  '/timer-presets': (index: number) => ({
    name: `Preset ${index}`,
    workDuration: 25,
    breakDuration: 5,
    repetitions: 1,
  }),
  '/report-views': (index: number) => ({ name: `View ${index}`, search: '' }),
}

test.each(Object.entries(DRAFTS))('M16 the number of %s of one account is limited', async (path, draftOf) => {
  const { signUp } = await testApp({ QUOTAS: `${path.slice(1)}=3` })
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const owned = ((await ann.get(path)).json().data as object[]).length
  const id = crypto.randomUUID()
  for (let index = owned; index < 3; index += 1)
    expect((await ann.post(path, { ...draftOf(index), ...(index === 2 && { id }) })).statusCode).toBe(201)
  const refused = await ann.post(path, draftOf(3))
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^[A-Z][a-z ]+: At most 3 in one account\. Delete some first\.$/),
  ])
  expect((await ann.get(path)).json().data).toHaveLength(3)
  // A request that is sent again gets its reply again.
  expect((await ann.post(path, { ...draftOf(2), id })).json().data.id).toBe(id)
  expect((await bob.post(path, draftOf(9))).statusCode).toBe(201)
  await ann.delete(`${path}/${id}`)
  expect((await ann.post(path, draftOf(3))).statusCode).toBe(201)
})

/** A user with a project and a tag, who creates time entries of an hour. */
async function annWithProject(quotas: string) {
  const { signUp, db, post } = await testApp({ QUOTAS: quotas })
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const [project, tag] = [await make('/projects', { name: 'Web' }), await make('/tags', { name: 'deep' })]
  const entryOf = (hour: number) => ({
    project,
    startTime: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
    endTime: new Date(Date.UTC(2026, 0, 1, hour + 1)).toISOString(),
  })
  return { ann, db, post, entryOf, project, tag }
}

test('M16 the number of time entries of one account is limited, and a repeated request is not refused', async () => {
  const { ann, entryOf } = await annWithProject('time-entries=2')
  const id = crypto.randomUUID()
  expect((await ann.post('/time-entries', { ...entryOf(1), id })).statusCode).toBe(201)
  expect((await ann.post('/time-entries', entryOf(2))).statusCode).toBe(201)
  const refused = await ann.post('/time-entries', entryOf(3))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'conflict', message: 'Time entries: At most 2 in one account. Delete some first.' },
  ])
  expect((await ann.post('/time-entries', { ...entryOf(1), id })).json().data.id).toBe(id)
  expect((await ann.post('/time-entries', entryOf(2))).statusCode).toBe(201)
  await ann.delete(`/time-entries/${id}`)
  expect((await ann.post('/time-entries', entryOf(3))).statusCode).toBe(201)
  expect((await ann.get('/time-entries')).json().data).toHaveLength(2)
})

test('M16 the tags of time entries are counted, one by one and all together', async () => {
  const { ann, entryOf, tag } = await annWithProject('entry-tags=2')
  const ids: string[] = []
  for (const hour of [1, 2, 3]) {
    const tags = hour < 3 ? [tag] : []
    ids.push((await ann.post('/time-entries', { ...entryOf(hour), tags })).json().data.id)
  }
  expect((await ann.post('/time-entries', { ...entryOf(4), tags: [tag] })).statusCode).toBe(409)
  expect((await ann.put(`/time-entries/${ids[2]}`, { tags: [tag] })).statusCode).toBe(409)
  expect((await ann.post('/time-entries/bulk-update', { ids, change: { addTags: [tag] } })).statusCode).toBe(409)
  expect((await ann.put(`/time-entries/${ids[2]}`, { notes: 'Without tags' })).statusCode).toBe(200)
})

test('M16 the text of one account is limited, in new items and in changes', async () => {
  const { ann, db, entryOf, project } = await annWithProject('text-megabytes=1')
  const notes = 'x'.repeat(2_000)
  await db
    .updateTable('projects')
    .set({ description: 'x'.repeat(1024 * 1024) })
    .execute()
  // The first hundredth of a quota is not counted.
  for (let hour = 10; hour < 15; hour += 1) await ann.post('/time-entries', { ...entryOf(hour), notes })
  for (const [method, path, body] of [
    ['post', '/time-entries', { ...entryOf(1), notes }],
    ['post', '/projects', { name: 'x', description: notes }],
    ['put', `/projects/${project}`, { description: notes }],
  ] as const) {
    const reply = await ann[method](path, body)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Megabytes of text: At most 1 in one account. Delete some first.',
    ])
  }
  expect((await ann.post('/time-entries', entryOf(1))).statusCode).toBe(201)
})

test('M16 an import that would exceed a quota is refused as a whole, and its preview says so', async () => {
  const { ann, requestImport, requestPreview, entries, names } = await testImports({ QUOTAS: 'time-entries=3,tags=1' })
  const rows = [1, 2, 3, 4].map((day) =>
    togglRow({ 'Start date': `2026-02-0${day}`, 'End date': `2026-02-0${day}`, Tags: '' }),
  )
  for (const send of [requestPreview, requestImport]) {
    const reply = await send(togglFile(...rows))
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Time entries: At most 3 in one account. Delete some first.',
    ])
    const tagged = await send(togglFile(togglRow({ Tags: 'deep, calm' })))
    expect([tagged.statusCode, tagged.json().message]).toEqual([
      409,
      'Tags: At most 1 in one account. Delete some first.',
    ])
  }
  expect([await entries(), await names('/projects'), (await ann.get('/imports')).json().data]).toEqual([[], [], []])
  expect((await requestImport(togglFile(...rows.slice(0, 3)))).json().data).toMatchObject({ created: 3 })
  // Rows that exist already take up no room.
  expect((await requestImport(togglFile(...rows.slice(0, 3)))).json().data).toMatchObject({ duplicates: 3 })
  expect((await requestImport(togglFile(...rows))).statusCode).toBe(409)
})

test('M16 without quotas nothing is refused', async () => {
  const { ann, entryOf } = await annWithProject('off')
  expect((await ann.post('/time-entries', { ...entryOf(1), notes: 'x'.repeat(2_000) })).statusCode).toBe(201)
})

test('M16 most inserts count nothing, and a large account is counted once', async () => {
  const { db, ann, project } = await annWithProject('on')
  const userId = ann.user.id
  const started_at = Date.UTC(2026, 0, 1)
  const rows = Array.from({ length: 600 }, (_, index) => ({
    user_id: userId,
    id: `entry-${index}`,
    project_id: project,
    started_at,
    ended_at: started_at + 1,
    duration_ms: 1,
    notes: 'ñ',
    created_at: started_at,
    updated_at: started_at,
  }))
  await db.insertInto('time_entries').values(rows).execute()
  const queries = { count: 0 }
  const counted = db.withPlugin({
    transformQuery({ node }) {
      queries.count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const limits = { ...DEFAULT_QUOTAS, 'time-entries': 1_000 }
  const clock = { now: started_at }
  const quotas = createQuotas({ db: counted, reader: counted, limits, now: () => clock.now })
  for (let count = 0; count < 10; count += 1) await quotas.add(userId, { entries: 1 })
  // Whether the user has quotas of their own.
  expect(queries.count).toBe(1)
  await quotas.add(userId, { entries: 1 })
  expect(await quotas.countAll(userId)).toMatchObject({ entries: 600, textBytes: 1_200 + 3 + 4 })
  await expect(quotas.add(userId, { entries: 500 })).rejects.toMatchObject({ code: 'conflict' })
  const counts = queries.count
  for (let count = 0; count < 300; count += 1) await quotas.add(userId, { entries: 1 })
  expect(queries.count).toBe(counts)
  // An hour later it is counted again.
  clock.now += 3_600_000
  await db.deleteFrom('time_entries').execute()
  await quotas.add(userId, { entries: 1_000 })
  await expect(quotas.add(userId, { entries: 1_000 })).resolves.toBeUndefined()
})

test('M16 text is counted in bytes, in lists and objects too', () => {
  expect(textBytesOf({ name: 'ñ', tags: ['a', 'bc'], count: 5, none: null })).toBe(5)
})
