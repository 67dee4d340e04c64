import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSqlite } from './connect.ts'

const zeros = (length: number) => Array<number>(length).fill(0)

// prettier-ignore
test.each([
  ['few values is cached',                   sql`select ${sql.join(zeros(30))}`,                       1],
  ['a list of parameters is not cached',     sql`select 1 where 1 in (${sql.join(zeros(31))})`,        2],
  ['a list in its text is not cached',       sql`select 1 where 1 in (${sql.raw(zeros(3_000).join())})`, 2],
])('a statement with %s by SQLite', async (_what, statement, times) => {
  const { db, close } = openSqlite(':memory:')
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(async () => {
    prepare.mockRestore()
    await close()
  })
  await statement.execute(db)
  await statement.execute(db)
  expect(prepare).toHaveBeenCalledTimes(times)
})
