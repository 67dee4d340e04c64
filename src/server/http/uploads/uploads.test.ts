import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testImports, togglFile, togglRow } from '#server/testing/test-imports.ts'
import { createUploadAdmission, type UploadProgress } from './upload-admission.ts'
import { createSpeedCheck } from './upload-speed.ts'
import { createUploadStore } from './upload-store.ts'

/** Intervals pass when the test says so. */
function stopIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('M15 users who never finish their uploads keep nobody waiting', async () => {
  const { app, signUp, requestImport } = await testImports()
  const rest = Promise.withResolvers<string>()
  const begun = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const slow = begun.map(async ({ resolve }, index) => {
    async function* slowly() {
      yield 'Start'
      resolve()
      yield await rest.promise
    }
    const { token } = await signUp(`Slow${index}`)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    return app.inject({ method: 'POST', url: '/api/imports?zone=UTC', payload: Readable.from(slowly()), headers })
  })
  await Promise.all(begun.map(({ promise }) => promise))
  expect((await requestImport(togglFile(togglRow()))).statusCode).toBe(201)
  rest.resolve(',End\n')
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
})

test('M15 an upload of a byte every five seconds is cut off, and its user can try again', async () => {
  stopIntervals()
  const { app, ann, requestImport } = await testImports()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const upload = request(`http://127.0.0.1:${port}/api/imports?zone=UTC`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'accept-language': 'es' },
  })
  const replies: IncomingMessage[] = []
  upload.once('response', (response) => replies.push(response))
  for (let second = 0; second < 10_000 && replies.length === 0; second += 5) {
    upload.write('x')
    vi.advanceTimersByTime(5_000)
    await setImmediate()
  }
  const [reply] = replies
  expect([reply?.statusCode, reply?.headers.connection]).toEqual([408, 'close'])
  const [body] = await once(reply!, 'data')
  expect(JSON.parse(String(body))).toMatchObject({ code: 'timeout', message: expect.stringContaining('despacio') })
  expect((await requestImport(togglFile(togglRow()))).statusCode).toBe(201)
})

const KB = 1024

// prettier-ignore
test.each<[why: string, kilobytes: number[], expected: number | undefined]>([
  ['a byte now and then',                  [0, 0, 0, 0],                                3],
  ['a short interruption',                 [500, 500, 500, 1_000, 1_500, 1_500, 2_000], undefined],
  ['a long interruption',                  [500, 500, 500, 500],                        4],
  ['a slow connection',                    [10, 20, 30, 40, 50, 60],                    undefined],
  ['one that is too slow',                 [9, 18, 27, 36],                             3],
  ['one that sends much at the beginning', [9_000, 9_001, 9_002, 9_003],                4],
  ['one that takes too long',              Array.from({ length: 30 }, (_, index) => index * 900), 22],
])('M15 the speed of an upload is checked: %s', (_, kilobytes, expected) => {
  const check = createSpeedCheck()
  const isTooSlow = kilobytes.map((size) => check.isTooSlow(size * KB))
  expect(isTooSlow.indexOf(true)).toBe(expected === undefined ? -1 : expected - 1)
})

test('M15 if there are too many files, another takes the place of the slowest upload', async () => {
  const clock = { now: 0 }
  const withAdmission = createUploadAdmission(7, () => clock.now)
  const uploads: UploadProgress[] = []
  const begin = () =>
    withAdmission(
      (progress) =>
        new Promise((_, reject) => {
          uploads.push(progress)
          progress.signal.addEventListener('abort', () => reject(new Error('cut')))
        }),
    )
  const ends: string[] = []
  const beginAll = (count: number) =>
    Array.from({ length: count }, () => begin().catch(({ message }: Error) => ends.push(message)))
  void Promise.all(beginAll(7))
  for (const [index, upload] of uploads.entries()) upload.receivedBytes = index === 4 ? 10 : 10_000
  // Uploads that have just begun are not compared.
  await Promise.all(beginAll(1))
  expect(ends).toEqual(['unavailable'])
  clock.now += 5_000
  void Promise.all(beginAll(1))
  await setImmediate()
  expect(uploads.map(({ signal }) => signal.aborted).indexOf(true)).toBe(4)
  expect(ends).toEqual(['unavailable', 'cut'])
  expect(uploads).toHaveLength(8)
})

/** A folder of its own for each test. */
async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'ritmo-upload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('M14 a large file is stored on disk without a name, and is imported from there', async () => {
  const folder = await newFolder()
  const { requestImport } = await testImports({ DATA_DIR: join(folder, 'data') })
  const notes = `"${'ñ'.repeat(2_000)}"`
  const rows = Array.from({ length: 500 }, (_, index) => togglRow({ Description: `${index}${notes.slice(1, -1)}` }))
  const reply = await requestImport(togglFile(...rows.map((row) => row.slice(0, 6_000))))
  expect(reply.json().data).toMatchObject({ created: 500 })
  expect(await readdir(join(folder, 'data'))).toEqual([])
})

test('M14 a file is stored unchanged, in whatever parts it arrives', async () => {
  const folder = await newFolder()
  const parts = fc.array(fc.tuple(fc.uint8Array({ maxLength: 9, minLength: 1 }), fc.integer({ min: 1, max: 30_000 })), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(parts, async (list) => {
      const buffers = list.map(([bytes, count]) => Buffer.concat(Array.from({ length: count }, () => bytes)))
      const store = createUploadStore(folder)
      for (const buffer of buffers) {
        store.add(buffer)
        if (store.needsFlush()) await store.flush()
      }
      const upload = await store.finish()
      for (const round of [1, 2]) {
        const read: Buffer[] = []
        for await (const bytes of upload.read()) read.push(Buffer.from(bytes))
        expect(Buffer.concat(read).equals(Buffer.concat(buffers)), `round ${round}`).toBe(true)
      }
      await upload.close()
    }),
    { numRuns: 20 },
  )
  expect(await readdir(folder)).toEqual([])
})

test('M14 bytes that arrive one by one take no more memory than in one part', () => {
  const store = createUploadStore(join(tmpdir(), randomUUID()))
  const before = process.memoryUsage()
  for (let index = 0; index < 900_000; index += 1) store.add(Buffer.of(120))
  const { arrayBuffers } = process.memoryUsage()
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(50_000_000)
  expect(store.needsFlush()).toBe(false)
})
