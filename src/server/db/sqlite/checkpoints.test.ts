import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSqlite } from '../connect.ts'

function openTemporary() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-checkpoints-'))
  const file = join(folder, 'ritmo.db')
  const database = openSqlite(file)
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return { ...database, sizes: () => [statSync(file).size, statSync(`${file}-wal`).size] as const }
}

const PAGE = 4_096

test('O110 commits are copied from the write-ahead log into the file meanwhile, so that the log stays small', async () => {
  const { db, sizes } = openTemporary()
  await sql`create table notes (text text)`.execute(db)
  const write = () =>
    db.transaction().execute((db) => sql`insert into notes values (${'x'.repeat(10 * PAGE)})`.execute(db))
  for (let count = 0; count < 60; count += 1) await write()
  // The thread copies a commit of that time after a later one.
  const writeAndCompare = async () => {
    await write()
    expect(sizes()[0]).toBeGreaterThan(500 * PAGE)
  }
  await vi.waitFor(writeAndCompare, { timeout: 5_000 })

  // The log is written from its beginning again once all of it is copied.
  const [, size] = sizes()
  await vi.waitFor(
    async () => {
      const before = sizes()[0]
      for (let count = 0; count < 20; count += 1) await write()
      await vi.waitFor(() => expect(sizes()[0]).toBeGreaterThan(before), { timeout: 2_000 })
    },
    { timeout: 10_000 },
  )
  expect(sizes()[1]).toBeLessThan(2 * size)
})
