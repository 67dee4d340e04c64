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
  const reader = openSqliteReader(file)
  onTestFinished(async () => {
    await Promise.all([reader.destroy(), db.destroy()])
  })
  return { db, reader }
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
