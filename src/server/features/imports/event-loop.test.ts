import { expect, test } from 'vitest'
import { togglFile, testImports, togglRow, toUpload } from '#server/testing/test-imports.ts'
import type { Refusal } from '#server/errors.ts'
import { createQuotas } from '#server/quotas.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { openImportFile } from './read-file.ts'
import { importFile } from './import-file.ts'
import { previewFile } from './preview-file.ts'
import { runImport } from './requests/run-import.ts'

const QUERY = { zone: 'UTC', long: 'skip' } as const

const ROWS = [togglRow(), togglRow({ Tags: 'new' }), togglRow({ Tags: 'newer' })]

/** A user and an open file whose yielder wants to yield at every check, and counts it. */
async function openWithCountingYielder(text: string) {
  const { db, ann, clock } = await testImports()
  const job = {
    userId: ann.user.id,
    query: QUERY,
    project: 'Rest',
    now: clock.now,
    clock: () => clock.now,
  }
  const yields = { count: 0 }
  const yielder = {
    shouldYield: () => true,
    async yieldToEventLoop() {
      yields.count += 1
    },
  }
  const quotas = createQuotas({ db, reader: db, limits: null, now: () => clock.now })
  const file = await openImportFile(await toUpload(text), QUERY, clock.now)
  const opened = { ...file, yielder, transactionYielder: yielder }
  return { db, quotas, job, yields, opened }
}

test('M14 a preview yields to the event loop after each part and row that it reads, and after each row that it compares with existing entries', async () => {
  const { db, quotas, job, yields, opened } = await openWithCountingYielder(togglFile(...ROWS))
  expect(await previewFile(db, quotas, opened, job)).toMatchObject({ counts: { new: 3 } })
  expect(yields.count).toBe(8)
})

test('M14 an import yields to the event loop after each part and row that it reads and each whose names it resolves, before it inserts tags, and after each page', async () => {
  const { db, quotas, job, yields, opened } = await openWithCountingYielder(togglFile(...ROWS))
  const run = { ...job, requestQuery: {}, fileHash: 'hash' }
  const imported = await runImport(db, run, (importId) => importFile(db, quotas, opened, { ...job, importId }))
  expect(imported).toMatchObject({ created: 3, tags: 4 })
  expect(yields.count).toBe(12)
})

const HEADINGS = 'Start,End,Notes\n'
const LENGTH = 1_500_000

// prettier-ignore
test.each<[shape: string, text: string, refusal: [key: string, line: number] | undefined]>([
  ['a huge cell of quotation marks', `${HEADINGS}"${'""'.repeat(LENGTH / 2)}"`,        ['importRowTooLong', 2]],
  ['a huge plain cell',              `${HEADINGS}1,2,3\n${'x'.repeat(LENGTH)}`,        ['importRowTooLong', 3]],
  ['a huge cell of spaces',          `${HEADINGS}1,2,3\n${' '.repeat(LENGTH)}`,        ['importRowTooLong', 3]],
  ['an open quotation mark',         `${HEADINGS}\n"${'x\n'.repeat(LENGTH / 2)}`,      ['importRowTooLong', 3]],
  ['millions of columns',            `${HEADINGS}${','.repeat(LENGTH)}`,               ['importRowTooLong', 2]],
  ['millions of headings',           ','.repeat(LENGTH),                               ['importRowTooLong', 1]],
  ['a huge heading',                 `Start,"${'x'.repeat(LENGTH)}"`,                  ['importRowTooLong', 1]],
  ['too many empty lines',           `${HEADINGS}${'\n'.repeat(2 * LENGTH)}`,          ['importTooManyRows', 0]],
  ['many empty lines',               `${HEADINGS}${'\r\n'.repeat(LENGTH / 4)}`,        undefined],
  ['rows of blanks',                 `${HEADINGS}${' ,\n'.repeat(LENGTH / 4)}`,        undefined],
  ['rows of quotation marks',        `${HEADINGS}${'"""""",""\n'.repeat(LENGTH / 10)}`, undefined],
  ['rows of two characters',         `${HEADINGS}${'x\n'.repeat(250_000)}`,            undefined],
  ['too many rows',                  `${HEADINGS}${'x\n'.repeat(1_000_001)}`,           ['importTooManyRows', 0]],
])('M14 a file of %s is read or refused in short steps', async (_, text, refusal) => {
  const steps = { bytes: 0, longest: 0 }
  const yielder = {
    shouldYield: () => true,
    async yieldToEventLoop() {
      steps.bytes = 0
    },
  }
  const upload = await toUpload(text)
  const counted = {
    ...upload,
    async *read() {
      for await (const bytes of upload.read()) {
        steps.bytes += bytes.length
        steps.longest = Math.max(steps.longest, steps.bytes)
        yield bytes
      }
    },
  }
  const error = await openImportFile(counted, QUERY, Date.UTC(2026, 2, 2), yielder).then(
    () => undefined,
    (error: Refusal) => error.problems,
  )
  const problem = refusal && { key: refusal[0], params: { ...(refusal[1] > 0 && { line: refusal[1] }) } }
  expect(error).toEqual(problem && { file: { ...problem, params: expect.objectContaining(problem.params) } })
  expect(steps.longest).toBeLessThanOrEqual(16 * 1024)
})

test('M14 computations that yield at the same time continue one by one, each in its own turn of the event loop', async () => {
  const turns: number[] = []
  let turn = 0
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const yielder = createYielder()
      await yielder.yieldToEventLoop()
      turns.push(turn)
    }),
  )
  clearImmediate(next)
  expect(new Set(turns).size).toBe(5)
})
