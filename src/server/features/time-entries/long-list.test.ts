import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ENTRY_FIELDS, type TimeEntry } from '#contract/time-entries.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { type Db, openSqlite, type OpenReader } from '#server/db/connect.ts'
import { isPostgres } from '#server/db/engine-sql.ts'
import { migrate } from '#server/db/migrate.ts'
import { explain } from '#server/testing/explain.ts'
import { testApp, testDatabase } from '#server/testing/test-app.ts'
import { selectFirst } from './list-queries.ts'

const START = Date.parse('2026-03-01T09:00Z')

interface ManyEntries {
  userId: string
  project: string
  count: number
  notes?: string
  /** The time from one start to the next; 0 if all start at the same moment. */
  stepMs?: number
}

/** Inserts entries by SQL. The id of the first ends by 1, and of the one that comes last in the list too. */
async function insertMany(db: Db, { userId, project, count, notes = '', stepMs = 0 }: ManyEntries) {
  const id = isPostgres(db)
    ? sql`'0195a000-0000-7000-8000-' || lpad(n::text, 12, '0')`
    : sql`printf('0195a000-0000-7000-8000-%012d', n)`
  const start = sql`cast(${START} as bigint) + n * cast(${stepMs} as bigint)`
  await sql`
    insert into time_entries
      (user_id, id, project_id, started_at, ended_at, duration_ms, notes, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit(userId)}, ${id}, ${sql.lit(project)}, ${start}, ${start} + ${sql.lit(HOUR_MS)}, ${sql.lit(HOUR_MS)},
      ${sql.lit(notes)}, ${sql.lit(START)}, ${sql.lit(START)} from numbers`.execute(db)
  await sql`
    insert into time_entry_segments (user_id, entry_id, started_at, ended_at)
    select user_id, id, started_at, ended_at from time_entries where user_id = ${userId}`.execute(db)
}

async function annWithMany(options: Partial<ManyEntries> & { count: number }, opened = testDatabase()) {
  const { db, signUp } = await testApp({}, 'nowhere', opened)
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  await insertMany(db, { userId: ann.user.id, project, ...options })
  return { db, ann, project }
}

const numbersOf = (entries: TimeEntry[]) => entries.map(({ id }) => Number(id.slice(-12)))
const downFrom = (last: number, first: number) => Array.from({ length: last - first + 1 }, (_, index) => last - index)

test('E10 a list without a limit has the newest 10,000 entries, and its headers lead to the rest', async () => {
  const { ann } = await annWithMany({ count: 10_050 })
  const reply = await ann.get('/time-entries')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['x-result-limit']).toBe('10000')
  const { ok, data } = reply.json()
  expect(ok).toBe(true)
  expect(numbersOf(data)).toEqual(downFrom(10_050, 51))
  const next = /^<(\?cursor=[\w-]+)>; rel="next"$/.exec(String(reply.headers['link']))?.[1]
  const rest = await ann.get(`/time-entries${next}`)
  expect(numbersOf(rest.json().data)).toEqual(downFrom(50, 1))
  expect(rest.headers).not.toHaveProperty('link')
  expect(rest.headers).not.toHaveProperty('x-result-limit')
})

test('E10 the link to the next page keeps the filters, and the last page has none', async () => {
  const { ann, project } = await annWithMany({ count: 7, stepMs: HOUR_MS })
  let path = `?projectId=${project}&limit=3&endDate=${encodeURIComponent('2026-03-01T16:00:00Z')}`
  const pages: number[][] = []
  for (;;) {
    const reply = await ann.get(`/time-entries${path}`)
    pages.push(numbersOf(reply.json().data))
    const link = reply.headers['link']
    if (link === undefined) break
    path = /^<(.+)>; rel="next"$/.exec(String(link))![1]!
  }
  expect(pages).toEqual([
    [6, 5, 4],
    [3, 2, 1],
  ])
})

test('E10 a streamed list is the same text as its pages', async () => {
  const { ann } = await annWithMany({ count: 450, notes: 'é "quoted"\n' })
  const whole = await ann.get('/time-entries')
  const pages = [await ann.get('/time-entries?limit=200'), await ann.get(`/time-entries?limit=200&cursor=${idOf(251)}`)]
  const last = await ann.get(`/time-entries?limit=200&cursor=${idOf(51)}`)
  const items = [...pages, last].map(({ body }) => body.slice('{"ok":true,"data":['.length, -']}'.length))
  expect(whole.body).toBe(`{"ok":true,"data":[${items.join()}]}`)
})

const idOf = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`

test('E10 entries with a thousand segments each are read in parts, and in order', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  const segments = Array.from({ length: 1_000 }, (_, index) => ({
    start: START + index * 2_000,
    end: START + index * 2_000 + 1_000,
  }))
  for (let number = 1; number <= 5; number += 1)
    await ann.post('/time-entries', { id: idOf(number), project, segments, startTime: START, endTime: START + HOUR_MS })
  const { data } = (await ann.get('/time-entries?limit=5')).json() as { data: TimeEntry[] }
  expect(numbersOf(data)).toEqual([5, 4, 3, 2, 1])
  for (const entry of data) {
    expect(entry.segments.map(({ start }) => Date.parse(start))).toEqual(segments.map(({ start }) => start))
    expect(entry.duration).toBe(1_000_000)
  }
})

test('E10 a thread that reads the database writes the same list', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-long-list-'))
  const database = openSqlite(join(dataDir, 'ritmo.db'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await migrate(database)
  const options = { count: 1_200, notes: 'é "quoted"\n', stepMs: HOUR_MS }
  const { ann, project } = await annWithMany(options, Promise.resolve(database))
  const tags = await Promise.all(
    ['Deep', 'Plan'].map(async (name) => (await ann.post('/tags', { name })).json().data.id),
  )
  await ann.put(`/time-entries/${idOf(700)}`, { tags })
  const segments = [0, 20, 40].map((minute) => ({ start: atMinute(minute), end: atMinute(minute + 10) }))
  await ann.put(`/time-entries/${idOf(701)}`, { startTime: atMinute(0), endTime: atMinute(50), segments })
  const whole = await ann.get('/time-entries')
  const filtered = await ann.get(`/time-entries?projectId=${project}&startDate=2026-01-01T00:00:00Z`)
  expect(filtered.body).toBe(whole.body)
  const { data } = whole.json() as { data: TimeEntry[] }
  expect(numbersOf(data)).toEqual([...downFrom(1_200, 702), 700, ...downFrom(699, 1), 701])
  for (const entry of [data.find(({ id }) => id === idOf(700))!, data.at(-1)!, data[0]!])
    expect(entry).toEqual((await ann.get(`/time-entries/${entry.id}`)).json().data)
})

const atMinute = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()

test('E13 a list has only the fields that its request names', async () => {
  const { ann } = await annWithMany({ count: 5, stepMs: HOUR_MS })
  const reply = await ann.get('/time-entries?fields=duration,id,tags&limit=2')
  expect(reply.body).toBe(
    `{"ok":true,"data":[{"id":"${idOf(5)}","tags":[],"duration":3600000},{"id":"${idOf(4)}","tags":[],"duration":3600000}]}`,
  )
  expect(reply.headers['link']).toBe(`<?fields=duration%2Cid%2Ctags&limit=2&cursor=${idOf(4)}>; rel="next"`)
  for (const fields of ['', 'id,', 'id;notes', 'secret', 'id,__proto__', Array(14).fill('id').join()])
    expect((await ann.get(`/time-entries?fields=${fields}`)).statusCode, fields).toBe(400)
})

test('E13 all fields by their names are the whole entry', async () => {
  const { ann } = await annWithMany({ count: 3 })
  const { body } = await ann.get('/time-entries')
  expect((await ann.get(`/time-entries?fields=${ENTRY_FIELDS.join()}`)).body).toBe(body)
})

test('E11 no page of the list needs a sort, also if all entries start at the same moment', async () => {
  const { db, project, ann } = await annWithMany({ count: 30 })
  const after = { startedAt: START, id: idOf(20) }
  const task = '0195a000-0000-7000-8000-000000000001'
  for (const filter of [{}, { projectId: project }, { taskId: task }, { endDate: START + 1 }])
    for (const cursor of [{}, { after: after as never }]) {
      const query = selectFirst(db, ann.user.id, { ...filter, ...cursor }, 10)
        .select('id')
        .compile()
      expect(await explain(db, query)).not.toMatch(/TEMP B-TREE|Sort/)
    }
})

const YEAR = 'from=2026-01-01&to=2026-12-31&zone=UTC'

// prettier-ignore
test.each([
  ['/time-entries',                                         true],
  ['/time-entries?limit=201',                               true],
  ['/time-entries?limit=10&search=p',                       true],
  ['/time-entries?limit=10&startDate=2026-01-01T00:00:00Z', true],
  ['/time-entries/totals',                                  true],
  ['/projects/PROJECT/contents',                            true],
  ['/overview?zone=UTC',                                    true],
  ['/activity?by=project&zone=UTC',                         true],
  [`/reports/summary?group=day&${YEAR}`,                    true],
  [`/reports/series?step=day&${YEAR}`,                      true],
  [`/reports/rhythm?${YEAR}`,                               true],
  [`/reports/estimates?${YEAR}`,                            true],
  [`/reports/entries?${YEAR}`,                              true],
  [`/reports/export?format=csv&group=day&${YEAR}`,          true],
  ['/time-entries?limit=200',                               false],
  ['/time-entries?limit=50&projectId=PROJECT',              false],
  ['/time-entries?limit=50&endDate=2026-04-01T00:00:00Z',   false],
  ['/projects',                                             false],
])('O90 beside the main thread runs %s: %s', async (path, isLong) => {
  const database = await testDatabase()
  let opened = 0
  const openReader: OpenReader = (...options) => {
    opened += 1
    return database.openReader(...options)
  }
  const { ann, project } = await annWithMany({ count: 250 }, Promise.resolve({ ...database, openReader }))
  const reply = await ann.get(path.replace('PROJECT', project))
  expect(reply.statusCode).toBe(200)
  expect(opened > 0).toBe(isLong)
})
