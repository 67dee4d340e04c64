import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Import } from '#contract/files/imports.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { testImports, togglFile, togglRow } from '#server/testing/test-imports.ts'
import { testUploads } from '#server/testing/test-uploads.ts'
import { listImports, markInterrupted } from '#server/features/imports/queries.ts'
import { runImport } from './run-import.ts'

const dayOf = (index: number) => new Date(Date.UTC(2005, 0, 1 + index)).toISOString().slice(0, 10)
const fileOf = (rows: number) =>
  Buffer.from(
    togglFile(
      ...Array.from({ length: rows }, (_, index) => togglRow({ 'Start date': dayOf(index), 'End date': dayOf(index) })),
    ),
  )

async function setUp() {
  const site = await testImports()
  const { ann, app } = site
  const uploads = testUploads({ app, token: ann.token })
  const post = (path: string) =>
    app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${ann.token}` } })
  return {
    ...site,
    ...uploads,
    previewOf: (id: string) => post(`/imports/preview?zone=UTC&upload=${id}`),
    importOf: (id: string) => post(`/imports?zone=UTC&fileName=hours.csv&upload=${id}`),
    latest: async () => (await ann.get('/imports')).json().data[0] as Import | undefined,
  }
}

test('M42 a file that was sent in parts is previewed any number of times, imported and deleted', async () => {
  const { ann, send, previewOf, importOf, latest, entries } = await setUp()
  const id = await send(fileOf(3))
  for (const _ of [1, 2]) expect((await previewOf(id)).json().data.counts).toMatchObject({ rows: 3, new: 3 })
  expect((await importOf(id)).json().data).toMatchObject({ created: 3 })
  expect(await entries()).toHaveLength(3)
  expect(await latest()).toMatchObject({ fileName: 'hours.csv', isFinished: true, upload: null })
  expect((await ann.get('/uploads')).json().data).toEqual([])
  expect((await previewOf(id)).statusCode).toBe(404)
})

test('M42 a file of which a part is missing is not imported', async () => {
  const { begin, importOf, latest } = await setUp()
  const { id } = await begin(fileOf(3))
  const reply = await importOf(id)
  expect([reply.statusCode, reply.json().message]).toEqual([409, 'This file has not arrived completely yet'])
  expect(await latest()).toBeUndefined()
})

test('M43 an import that is cancelled keeps its entries, and continues where it was by one request', async () => {
  const { ann, send, importOf, latest, entries } = await setUp()
  const id = await send(fileOf(3_000))
  const importing = Promise.resolve(importOf(id))
  let seen: Import | undefined
  for (let tries = 0; tries < 10_000 && !seen?.readRows; tries += 1) {
    await setImmediate()
    seen = await latest()
  }
  expect(seen).toMatchObject({ isRunning: true, upload: id })
  expect((await ann.post(`/imports/${seen?.id}/continue`)).statusCode).toBe(429)
  expect((await ann.post(`/imports/${seen?.id}/cancel`)).statusCode).toBe(200)
  const reply = await importing
  expect([reply.statusCode, reply.json().message]).toEqual([409, 'The import was stopped'])

  const stopped = (await latest())!
  expect(stopped).toMatchObject({ id: seen?.id, isRunning: false, isFinished: false, upload: id })
  expect(stopped.timeEntries).toBe(stopped.created)
  expect(stopped.created).toBeLessThan(3_000)
  const rest = await ann.post(`/imports/${stopped.id}/continue`)
  expect(rest.json().data).toMatchObject({ id: stopped.id, created: 3_000 - stopped.created })
  expect(await latest()).toMatchObject({ isFinished: true, created: 3_000, readRows: 3_000, fileRows: 3_000 })
  expect(await entries()).toHaveLength(3_000)
  expect((await ann.post(`/imports/${stopped.id}/continue`)).statusCode).toBe(409)
})

test('M43 an import whose request had the file cannot be continued without it', async () => {
  const { ann, db, result, latest, clock } = await setUp()
  await result(String(fileOf(3)))
  await db.updateTable('imports').set({ finished_at: null }).execute()
  clock.now += MINUTE_MS
  const { id, upload } = (await latest())!
  expect(upload).toBeNull()
  expect((await ann.post(`/imports/${id}/continue`)).statusCode).toBe(409)
})

test('M43 an import that is cancelled while its file is read leaves nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ann, db, clock, latest } = await setUp()
  const run = {
    userId: ann.user.id,
    query: { zone: 'UTC', long: 'skip' } as const,
    requestQuery: {},
    fileHash: 'hash',
    clock: () => clock.now,
  }
  const importing = runImport(db, run, async (id, signal) => {
    expect(await listImports(db, ann.user.id, clock.now)).toMatchObject([{ id, isRunning: true, fileRows: 0 }])
    await markInterrupted(db, ann.user.id, id)
    vi.advanceTimersByTime(2_000)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect(importing).rejects.toMatchObject({ code: 'conflict', key: 'importStopped' })
  expect(await latest()).toBeUndefined()
})

test('M43 a file that cannot be imported leaves no import', async () => {
  const { requestImport, latest } = await setUp()
  expect((await requestImport('Project,Notes\nWeb,x')).statusCode).toBe(400)
  expect(await latest()).toBeUndefined()
})

test('M43 an import that takes long stays active', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ann, db, clock } = await setUp()
  const run = {
    userId: ann.user.id,
    query: { zone: 'UTC', long: 'skip' } as const,
    requestQuery: {},
    fileHash: 'hash',
    clock: () => clock.now,
  }
  await runImport(db, run, async () => {
    clock.now += 2 * MINUTE_MS
    vi.advanceTimersByTime(2_000)
    for (let tries = 0; tries < 100; tries += 1) await setImmediate()
    expect(await listImports(db, ann.user.id, clock.now)).toMatchObject([{ isRunning: true }])
  })
})
