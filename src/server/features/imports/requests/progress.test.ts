import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Import } from '#contract/files/imports.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { createQuotas } from '#server/quotas.ts'
import { togglFile, testImports, togglRow, toUpload } from '#server/testing/test-imports.ts'
import { importFile } from '#server/features/imports/import-file.ts'
import { listImports } from '#server/features/imports/queries.ts'
import { openImportFile } from '#server/features/imports/read-file.ts'
import { runImport } from './run-import.ts'

const dayOf = (index: number) => new Date(Date.UTC(2005, 0, 1 + index)).toISOString().slice(0, 10)
const fileOf = (rows: number) =>
  togglFile(
    ...Array.from({ length: rows }, (_, index) => togglRow({ 'Start date': dayOf(index), 'End date': dayOf(index) })),
  )

test('M26 an import says that it runs and how many rows are done', async () => {
  const { requestImport, ann } = await testImports()
  const latest = async () => ((await ann.get('/imports')).json().data as Import[])[0]
  const importing = Promise.resolve(requestImport(fileOf(3_000)))
  let seen: Import | undefined
  for (let tries = 0; tries < 1_000 && !seen?.readRows; tries += 1) {
    await setImmediate()
    seen = await latest()
  }
  expect(seen).toMatchObject({ isRunning: true, isFinished: false, fileRows: 3_000 })
  expect(seen?.readRows).toBeLessThan(3_000)
  await importing
  expect(await latest()).toMatchObject({ isRunning: false, isFinished: true, fileRows: 3_000, readRows: 3_000 })
})

test('M26 an import that a crash has stopped is interrupted after a minute, and starts again from its first row', async () => {
  const { result, ann, db, clock } = await testImports()
  const latest = async () => (await ann.get('/imports')).json().data[0] as Import
  await result(fileOf(300))
  await db.updateTable('imports').set({ finished_at: null }).execute()
  expect((await latest()).isRunning).toBe(true)
  clock.now += MINUTE_MS
  expect((await latest()).isRunning).toBe(false)
  await result(fileOf(300))
  expect(await latest()).toMatchObject({ isRunning: false, isFinished: true, fileRows: 300, readRows: 300 })
})

test('M26 an import that fails on the server is interrupted at once', async () => {
  const { db, ann, clock } = await testImports()
  const query = { zone: 'UTC', long: 'skip' } as const
  const file = await openImportFile(await toUpload(fileOf(300)), query, clock.now)
  const quotas = createQuotas({ db, reader: db, limits: null, now: () => clock.now })
  let calls = 0
  const failingClock = () => {
    calls += 1
    if (calls > 1) throw new Error('the second page fails')
    return clock.now
  }
  const userId = ann.user.id
  const run = { userId, query, requestQuery: {}, fileHash: 'hash', clock: () => clock.now }
  const importing = runImport(db, run, (importId) =>
    importFile(db, quotas, file, { userId, query, project: 'Rest', now: clock.now, clock: failingClock, importId }),
  )
  await expect(importing).rejects.toThrow('the second page fails')
  expect(await listImports(db, ann.user.id, clock.now)).toMatchObject([
    { isRunning: false, isFinished: false, readRows: 250, created: 250 },
  ])
})
