import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/db/connect.ts'
import { openSqliteReader } from './sqlite-reader.ts'

async function open() {
  const file = join(mkdtempSync(join(tmpdir(), 'ritmo-reader-')), 'ritmo.db')
  const { db } = openSqlite(file)
  await sql`create table facts (id integer primary key, name text)`.execute(db)
  const { reader, openReader, close } = openSqliteReader(file)
  onTestFinished(async () => {
    await Promise.all([close(), db.destroy()])
  })
  return { db, reader, openReader }
}

const count = (limit: number) => sql<{ n: number }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${limit})
  select count(*) as n from numbers`

test('O14 a long query does not block the server, and sees what was written before', async () => {
  const { db, reader } = await open()
  await sql`insert into facts (name) values ('one'), ('two')`.execute(db)
  const done = new AbortController()
  const long = count(2_000_000)
    .execute(reader)
    .finally(() => done.abort())
  let turns = 0
  for (; !done.signal.aborted; turns++) await nextTurn()
  expect((await long).rows).toEqual([{ n: 2_000_000 }])
  expect(turns).toBeGreaterThan(100)
  const { rows } = await sql`select name from facts where id > ${0} order by id`.execute(reader)
  expect(rows).toEqual([{ name: 'one' }, { name: 'two' }])
})

test('a query that fails does not affect the next', async () => {
  const { reader } = await open()
  const queries = [sql`select * from nothing`.execute(reader), count(10).execute(reader)]
  const answers = await Promise.allSettled(queries)
  expect(answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }])
})

test('the reader cannot write', async () => {
  const { reader } = await open()
  await expect(sql`insert into facts (name) values ('three')`.execute(reader)).rejects.toThrow('readonly')
})

/** Counts to a number and asks now and then whether it shall go on, as long queries of the product do. */
const countPatiently = (limit: number) => sql<{ n: number }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${limit})
  select count(*) as n from numbers where n & 255 <> 0 or keep_going()`

test('O93 a query ends when its signal aborts, with the reason of the signal, and the thread goes on', async () => {
  const { openReader } = await open()
  const gone = new AbortController()
  const db = openReader(gone.signal)
  await sql`select 1`.execute(db)
  const startedAt = performance.now()
  const long = countPatiently(2_000_000_000).execute(db)
  const next = sql`select 2`.execute(db)
  setImmediate(() => gone.abort(new Error('gone')))
  await expect(long).rejects.toThrow('gone')
  await expect(next).rejects.toThrow('gone')
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  const other = openReader(new AbortController().signal)
  expect((await countPatiently(1_000).execute(other)).rows).toEqual([{ n: 1_000 }])
})

test('O90 a long query of one user does not delay that of another', async () => {
  const { openReader } = await open()
  const [gone, stays] = [new AbortController(), new AbortController()]
  const long = countPatiently(2_000_000_000).execute(openReader(gone.signal))
  expect((await count(10).execute(openReader(stays.signal))).rows).toEqual([{ n: 10 }])
  gone.abort(new Error('gone'))
  await expect(long).rejects.toThrow('gone')
})

test('O90 many rows arrive in parts, between which other requests are served', async () => {
  const { db, reader } = await open()
  await sql`insert into facts (name)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20_500) select n from numbers`.execute(
    db,
  )
  const done = new AbortController()
  const rows = sql<{ id: number }>`select id from facts order by id`.execute(reader).finally(() => done.abort())
  let turns = 0
  for (; !done.signal.aborted; turns++) await nextTurn()
  expect((await rows).rows.map(({ id }) => id)).toEqual(Array.from({ length: 20_500 }, (_, index) => index + 1))
  expect(turns).toBeGreaterThan(20)
})

test('O93 a query that is cancelled between its rows keeps no snapshot of the database', async () => {
  const { db, openReader } = await open()
  const gone = new AbortController()
  const endless = sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers) select n from numbers`
  const long = endless.execute(openReader(gone.signal))
  setTimeout(() => gone.abort(new Error('gone')), 50)
  await expect(long).rejects.toThrow('gone')
  await sql`insert into facts (name) values ('one')`.execute(db)
  const { rows } = await sql<{ busy: number; log: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  expect(rows).toMatchObject([{ busy: 0, log: 0 }])
})
