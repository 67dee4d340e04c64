import { expect, test } from 'vitest'
import { file, importer, row } from '#server/testing/importer.ts'
import { openImportFile } from './read-file.ts'
import { importFile } from './import-file.ts'
import { previewFile } from './preview-file.ts'

const QUERY = { zone: 'UTC', long: 'skip' } as const

const ROWS = [row(), row({ Tags: 'new' }), row({ Tags: 'newer' })]

/** A user, and a file that is tiring to deal with. */
async function tired(text: string) {
  const { db, ann, clock } = await importer()
  const order = { userId: ann.user.id, query: QUERY, project: 'Rest', fileHash: 'hash', now: clock.now }
  const rests = { count: 0 }
  const pace = {
    shouldYield: () => true,
    async yieldToEventLoop() {
      rests.count += 1
    },
  }
  return { db, order, rests, opened: { ...(await openImportFile(Buffer.from(text), QUERY, clock.now)), pace } }
}

test('M14 a preview lets others be served after each row that it reads, and each that it judges', async () => {
  const { db, order, rests, opened } = await tired(file(...ROWS))
  expect(await previewFile(db, opened, order)).toMatchObject({ counts: { new: 3 } })
  expect(rests.count).toBe(6)
})

test('M14 an import lets others be served after each row that it reads, each that it finds names for, before many tags are written, and after each page', async () => {
  const { db, order, rests, opened } = await tired(file(...ROWS))
  expect(await importFile(db, opened, order)).toMatchObject({ created: 3, tags: 4 })
  expect(rests.count).toBe(10)
})

test('M14 reading a file lets others be served after each of its empty lines', async () => {
  const { db, order, rests, opened } = await tired(file(...ROWS, ...Array.from({ length: 5 }, () => ''), ',,', row()))
  expect(await previewFile(db, opened, order)).toMatchObject({ counts: { rows: 4, new: 4, invalid: 0 } })
  expect(rests.count).toBe(14)
})
