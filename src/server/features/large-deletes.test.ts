import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, MAX_ROWS_PER_PART } from '#server/db/delete-in-parts.ts'
import { isPostgres } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { deleteProjectContents } from './projects/queries.ts'
import { deleteSomeTimeEntries } from './time-entries/queries.ts'

/** An entry with a segment and a tag has three rows, and moving a row to the trash counts as deleting three. */
const [MANY, FEW] = [2 * MAX_ROWS_PER_PART, Math.floor(MAX_ROWS_PER_PART / 9) - 1]

/** Ann has entries in one project, each with the same task, tag and client. */
async function annWithEntries(count: number) {
  const { db, serverDb, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'c' })
  const project = await make('/projects', { name: 'p', client })
  const [task, tag] = [await make('/tasks', { name: 't', project }), await make('/tags', { name: 'tag' })]
  const userId = ann.user.id
  await insertEntries(db, { userId, project, task, tag, count })
  return { db, serverDb, ann, userId, project, task, tag }
}

async function insertEntries(
  db: Db,
  { userId, project, task, tag, count }: Record<'userId' | 'project' | 'task' | 'tag', string> & { count: number },
) {
  const id = isPostgres(db) ? sql`'entry-' || n::text` : sql`'entry-' || n`
  await sql`
    insert into time_entries (user_id, id, project_id, task_id, started_at, ended_at, duration_ms, notes,
      focus_session_key, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit(userId)}, ${id}, ${sql.lit(project)}, ${sql.lit(task)}, n * 1000, n * 1000 + 1000, 1000, '',
      'run#' || ${id}, 0, 0 from numbers`.execute(db)
  await sql`
    insert into time_entry_segments (user_id, entry_id, started_at, ended_at)
    select user_id, id, started_at, ended_at from time_entries`.execute(db)
  await sql`
    insert into time_entry_tags (user_id, entry_id, tag_id)
    select user_id, id, ${sql.lit(tag)} from time_entries`.execute(db)
}

const countRows = async (db: Db, table: keyof Schema, where = sql<boolean>`true`) =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${where}`.execute(db)).rows[0]!
    .count

/** Runs a request, and returns the numbers of rows that are there before each of its transactions. */
async function watchRows<Reply>(db: Db, request: () => Promise<Reply>, count: () => Promise<number>) {
  const seen: number[] = []
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = async (work) => {
      seen.push(await count())
      return execute(work)
    }
    return transaction
  }
  const reply = await request()
  db.transaction = begin
  return { reply, seen }
}

/** The most rows that one transaction has deleted. */
const largestStep = (seen: readonly number[]) => Math.max(...seen.map((count, index) => count - (seen[index + 1] ?? 0)))

/** Others saw some of the rows deleted. A busy machine sees few of the steps, so their size is not compared. */
const hasPartlyDeleted = (seen: readonly number[]) => seen.some((count) => count > 0 && count < seen[0]!)

// prettier-ignore
test.each([
  ['/projects/:project', 'time_entries',    sql<boolean>`true`],
  ['/tasks/:task',       'time_entries',    sql<boolean>`task_id is not null`],
  ['/tags/:tag',         'time_entry_tags', sql<boolean>`true`],
] as const)('K4 DELETE %s deletes many rows in small transactions', async (path, table, where) => {
  const { db, serverDb, ann, ...ids } = await annWithEntries(MANY)
  const url = path.replace(/:(\w+)/, (_, name: 'project' | 'task' | 'tag') => ids[name])
  const { reply, seen } = await watchRows(serverDb, () => ann.delete(url), () => countRows(db, table, where))
  expect(reply.statusCode).toBe(200)
  expect(seen[0]).toBe(MANY)
  expect(hasPartlyDeleted(seen)).toBe(true)
  expect(await countRows(db, table, where)).toBe(0)
  expect((await ann.delete(url)).statusCode).toBe(404)
})

test('S27 a large account is deleted in small transactions', async () => {
  const { db, serverDb, ann, userId } = await annWithEntries(MANY)
  await sql`
    insert into timer_commands (user_id, id, device, sequence, is_accepted, received_at)
    select user_id, id, 'd', started_at, 1, 0 from time_entries`.execute(db)
  const count = async () => (await countRows(db, 'time_entries')) + (await countRows(db, 'timer_commands'))
  const { reply, seen } = await watchRows(serverDb, () => ann.delete('/users/profile'), count)
  expect(reply.statusCode).toBe(200)
  expect(seen[0]).toBe(2 * MANY)
  expect(hasPartlyDeleted(seen)).toBe(true)
  expect(await count()).toBe(0)
  expect(await countRows(db, 'users', sql`id = ${userId}`)).toBe(0)
  expect((await ann.delete('/users/profile')).statusCode).toBe(401)
})

test('K4 deleting a project with few entries is one transaction', async () => {
  const { db, serverDb, ann, project } = await annWithEntries(FEW)
  const { reply, seen } = await watchRows(
    serverDb,
    () => ann.delete(`/projects/${project}`),
    () => countRows(db, 'time_entries'),
  )
  expect(reply.statusCode).toBe(200)
  expect(largestStep(seen)).toBe(FEW)
  expect([await countRows(db, 'time_entries'), await countRows(db, 'tasks')]).toEqual([0, 0])
})

test('K4 a client is removed from many projects in small transactions', async () => {
  const { db, serverDb, ann, userId } = await annWithEntries(1)
  const client = (await ann.post('/clients', { name: 'large' })).json().data.id as string
  const id = isPostgres(db) ? sql`'project-' || n::text` : sql`'project-' || n`
  const count = 2 * MAX_ROWS_PER_PART
  await sql`
    insert into projects (user_id, id, name, description, color, client_id, status, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit(userId)}, ${id}, 'p', '', '#000000', ${sql.lit(client)}, 'active', 0, 0 from numbers`.execute(db)
  const isOfClient = sql<boolean>`client_id = ${client}`
  const { reply, seen } = await watchRows(
    serverDb,
    () => ann.delete(`/clients/${client}`),
    () => countRows(db, 'projects', isOfClient),
  )
  expect(reply.statusCode).toBe(200)
  expect(seen[0]).toBe(count)
  expect(hasPartlyDeleted(seen)).toBe(true)
  expect(await countRows(db, 'projects', sql`client_id is null and name = 'p' and color = '#000000'`)).toBe(count)
})

// prettier-ignore
test.each([
  [0,                         1],
  [MAX_ROWS_PER_PART - 1,     1],
  [MAX_ROWS_PER_PART,         2],
  [3 * MAX_ROWS_PER_PART + 1, 4],
])('K4 %i dependent rows are deleted in %i transactions, each in its own turn of the event loop', async (count, expected) => {
  const left = [count - Math.floor(count / 2), Math.floor(count / 2)]
  const steps = left.map((_, index) => async (_db: Db, limit: number) => {
    const deleted = Math.min(limit, left[index]!)
    left[index]! -= deleted
    return deleted
  })
  let turn = 0
  const countTurn = () => {
    turn += 1
    next = setImmediate(countTurn)
  }
  let next = setImmediate(countTurn)
  const turns: number[] = []
  const transact = <T>(work: (db: Db) => Promise<T>) => {
    turns.push(turn)
    return work({} as Db)
  }
  expect(await deleteInParts(transact, steps, async () => [...left])).toEqual([0, 0])
  clearImmediate(next)
  expect(turns).toHaveLength(expected)
  expect(new Set(turns).size).toBe(expected)
})

test('K4 entries with many segments are deleted a few at a time', async () => {
  const { db, userId, project } = await annWithEntries(1)
  await db.deleteFrom('time_entries').execute()
  const worked = Array.from({ length: 300 }, (_, index): [string, string] => [
    new Date(index * 2000).toISOString(),
    new Date(index * 2000 + 1000).toISOString(),
  ])
  for (let entry = 0; entry < 5; entry += 1) await trackTime(db, userId, { project, worked })
  expect(await deleteSomeTimeEntries(db, userId, { projectId: project }, 500)).toBe(602)
  expect(await countRows(db, 'time_entries')).toBe(3)
  expect(await deleteSomeTimeEntries(db, userId, { projectId: project }, 5000)).toBe(903)
  expect(await deleteSomeTimeEntries(db, userId, { projectId: project }, 5000)).toBe(0)
})

test('K4 an interrupted delete of a project leaves consistent entries, and repeating it finishes it', async () => {
  const { db, ann, userId, project } = await annWithEntries(MANY)
  let transactions = 0
  const crashing = <T>(work: (db: Db) => Promise<T>) => {
    transactions += 1
    if (transactions > 2) throw new Error('crash')
    return withUserLock(db, userId, work)
  }
  const removal = { userId, id: project, trashId: randomUUID(), device: '', now: Date.parse('2026-03-02T09:00:00Z') }
  const interrupted = deleteInParts(crashing, deleteProjectContents(removal), async () => undefined)
  await expect(interrupted).rejects.toThrow('crash')
  const left = await countRows(db, 'time_entries')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(MANY)
  expect([await countRows(db, 'time_entry_segments'), await countRows(db, 'time_entry_tags')]).toEqual([left, left])
  // The timer must not save the deleted ones again.
  expect(await countRows(db, 'focus_session_overrides', sql`kind = 'deleted'`)).toBe(MANY - left)
  expect((await ann.get(`/projects/${project}`)).statusCode).toBe(200)
  expect((await ann.delete(`/projects/${project}`)).statusCode).toBe(200)
  expect(await countRows(db, 'time_entries')).toBe(0)
  expect((await ann.delete(`/projects/${project}`)).statusCode).toBe(404)
  // Both deletions are one item of the trash.
  const { items } = (await ann.get('/trash')).json().data
  expect(items).toMatchObject([{ id: removal.trashId, kind: 'project', name: 'p', timeEntries: MANY }])
})

/** Rows whose content does not depend on the time of the test. */
async function readContents(db: Db) {
  const read = (table: 'projects' | 'tasks' | 'time_entries' | 'time_entry_segments' | 'time_entry_tags') =>
    db.selectFrom(table).selectAll().execute()
  const tables = [await read('projects'), await read('tasks'), await read('time_entries')]
  tables.push(await read('time_entry_segments'), await read('time_entry_tags'))
  return tables.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
}

// prettier-ignore
test.each([
  ['/projects/:project', 'time_entries',    sql<boolean>`true`],
  ['/tasks/:task',       'time_entries',    sql<boolean>`task_id is not null`],
  ['/tags/:tag',         'time_entry_tags', sql<boolean>`true`],
] as const)('H23 what DELETE %s has removed comes back in small transactions, also after an interruption', async (path, table, where) => {
  const { db, serverDb, ann, ...ids } = await annWithEntries(MANY)
  const before = await readContents(db)
  const trash = randomUUID()
  const url = path.replace(/:(\w+)/, (_, name: 'project' | 'task' | 'tag') => ids[name])
  expect((await ann.delete(`${url}?trash=${trash}`)).statusCode).toBe(200)
  const restore = () => ann.post(`/trash/${trash}/restore`, {})
  const begin = serverDb.transaction.bind(serverDb)
  let transactions = 0
  serverDb.transaction = () => {
    transactions += 1
    if (transactions > 3) throw new Error('crash')
    return begin()
  }
  expect((await restore()).statusCode).toBe(500)
  serverDb.transaction = begin
  const restored = await countRows(db, table, where)
  expect(restored).toBeGreaterThan(0)
  expect(restored).toBeLessThan(MANY)
  expect((await restore()).statusCode).toBe(200)
  expect(await readContents(db)).toEqual(before)
  expect(await countRows(db, 'trash_rows')).toBe(0)
  expect(await countRows(db, 'focus_session_overrides')).toBe(0)
})

test('H23 a project whose deletion was interrupted can be brought back', async () => {
  const { db, ann, userId, project } = await annWithEntries(MANY)
  const before = await readContents(db)
  const removal = { userId, id: project, trashId: randomUUID(), device: '', now: Date.parse('2026-03-02T09:00:00Z') }
  let transactions = 0
  const crashing = <T>(work: (db: Db) => Promise<T>) => {
    transactions += 1
    if (transactions > 2) throw new Error('crash')
    return withUserLock(db, userId, work)
  }
  const interrupted = deleteInParts(crashing, deleteProjectContents(removal), async () => undefined)
  await expect(interrupted).rejects.toThrow('crash')
  expect((await ann.post(`/trash/${removal.trashId}/restore`, {})).statusCode).toBe(200)
  expect(await readContents(db)).toEqual(before)
})
