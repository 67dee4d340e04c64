import { expect, test } from 'vitest'
import { togglFile, testImports, togglRow } from '#server/testing/test-imports.ts'
import { openImportFile } from './read-file.ts'
import { importFile } from './import-file.ts'
import { previewFile } from './preview-file.ts'

const QUERY = { zone: 'UTC', long: 'skip' } as const

const ROWS = [togglRow(), togglRow({ Tags: 'new' }), togglRow({ Tags: 'newer' })]

/** A user and an open file whose yielder wants to yield at every check, and counts it. */
async function openWithCountingYielder(text: string) {
  const { db, ann, clock } = await testImports()
  const job = { userId: ann.user.id, query: QUERY, project: 'Rest', fileHash: 'hash', now: clock.now }
  const yields = { count: 0 }
  const yielder = {
    shouldYield: () => true,
    async yieldToEventLoop() {
      yields.count += 1
    },
  }
  return { db, job, yields, opened: { ...(await openImportFile(Buffer.from(text), QUERY, clock.now)), yielder } }
}

test('M14 a preview yields to the event loop after each row that it reads, and after each that it compares with existing entries', async () => {
  const { db, job, yields, opened } = await openWithCountingYielder(togglFile(...ROWS))
  expect(await previewFile(db, opened, job)).toMatchObject({ counts: { new: 3 } })
  expect(yields.count).toBe(6)
})

test('M14 an import yields to the event loop after each row that it reads and each whose names it resolves, before it inserts tags, and after each page', async () => {
  const { db, job, yields, opened } = await openWithCountingYielder(togglFile(...ROWS))
  expect(await importFile(db, opened, job)).toMatchObject({ created: 3, tags: 4 })
  expect(yields.count).toBe(10)
})

test('M14 reading a file yields to the event loop after each empty line', async () => {
  const { db, job, yields, opened } = await openWithCountingYielder(
    togglFile(...ROWS, ...Array.from({ length: 5 }, () => ''), ',,', togglRow()),
  )
  expect(await previewFile(db, opened, job)).toMatchObject({ counts: { rows: 4, new: 4, invalid: 0 } })
  expect(yields.count).toBe(14)
})
