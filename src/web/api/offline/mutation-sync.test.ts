import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, endRejectedSession, startSession } from '#web/api/session.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { openDatabase } from './database.ts'
import { createOutbox } from './mutation-outbox.ts'
import {
  type Mutation,
  type MutationQueue,
  readQueue,
  sendOrEnqueue,
  setMutationQueueLoader,
} from './mutation-queue.ts'
import { startMutationSync } from './mutation-sync.ts'

const outbox = createOutbox(openDatabase())
const client = createQueryClient(() => undefined)
const report = vi.fn<(error: unknown) => void>()
let keeper: MutationQueue
/** Who is signed in; everybody is new. */
let user: string
/** What came through to the server, in its order. */
let heard: string[]
/** How the server answers, or that nothing comes back although it has heard, or that it cannot be reached. */
let server: (() => Response) | 'lost' | 'gone'

const ok = () => Response.json({ ok: true, data: { id: 'any' } })
const refusal = (code: string, status: number) => () =>
  Response.json({ ok: false, code, message: 'Because', error: 'Because' }, { status })

const signIn = (user: string) =>
  startSession(`header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub: user }))}.signature`)

function change(name: string, method: 'POST' | 'PUT' | 'DELETE' = 'PUT'): Mutation {
  const shows = { [name]: method === 'DELETE' ? null : { id: name } }
  return {
    list: 'tags',
    requests: [{ method, path: `/tags/${name}`, body: {} }],
    optimisticPatch: shows,
    failure: 'tags.failed.update',
    name,
  }
}

/** As a screen does it. */
const make = (one: Mutation) =>
  sendOrEnqueue(one, async () => {
    await fetch(`/api${one.requests[0]!.path}`, { method: one.requests[0]!.method }).catch(() => {
      throw new ApiError('offline')
    })
    return 'answered'
  })

beforeAll(() => {
  loadEnglish()
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (server === 'gone') throw new TypeError('no network')
    heard.push(`${method} ${path.replace('/api/tags/', '')}`)
    if (server === 'lost') throw new TypeError('connection reset')
    return server()
  })
  keeper = startMutationSync({ outbox, client, report })
  setMutationQueueLoader(async () => keeper)
})

beforeEach(() => {
  user = newId()
  heard = []
  server = ok
  report.mockReset()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  signIn(user)
})

const waiting = () => readQueue().map(({ name }) => name)
const onDisk = async () => (await outbox.read(user)).map(({ name }) => name)

test('Q3 with a server nothing waits', async () => {
  await expect(make(change('a'))).resolves.toBe('answered')
  expect(heard).toEqual(['PUT a'])
  expect(await onDisk()).toEqual([])
})

test('Q2 Q3 what is done without a server is on disk in its order, and is sent in it once, which is said', async () => {
  server = 'gone'
  for (const name of ['a', 'b', 'c']) await expect(make(change(name))).resolves.toBeUndefined()
  expect(waiting()).toEqual(['a', 'b', 'c'])
  // As another page would find it.
  expect((await createOutbox(openDatabase()).read(user)).map(({ name }) => name)).toEqual(['a', 'b', 'c'])

  server = ok
  await Promise.all([keeper.flush(), keeper.flush()])
  expect(heard).toEqual(['PUT a', 'PUT b', 'PUT c'])
  expect(waiting()).toEqual([])
  expect(await onDisk()).toEqual([])
  expect(toastQueue.read().map(({ message }) => message)).toEqual(['3 waiting changes have been sent'])
})

test('Q3 nothing overtakes what waits', async () => {
  server = 'gone'
  await make(change('a'))
  server = ok
  await make(change('b'))
  expect(heard).toEqual([])
  await keeper.flush()
  expect(heard).toEqual(['PUT a', 'PUT b'])
})

test('Q3 what is sent again after a lost answer is the same as before', async () => {
  server = 'lost'
  await make(change('a', 'POST'))
  await keeper.flush()
  server = ok
  await keeper.flush()
  expect(heard).toEqual(['POST a', 'POST a', 'POST a'])
  expect(waiting()).toEqual([])
})

test('Q3 what is gone already need not be deleted', async () => {
  server = 'gone'
  await make(change('a', 'DELETE'))
  server = refusal('not-found', 404)
  await keeper.flush()
  expect(waiting()).toEqual([])
  expect(report).not.toHaveBeenCalled()
})

test('Q4 what the server refuses is told with what it was, and keeps nothing else from being sent', async () => {
  server = 'gone'
  for (const name of ['Deep work', 'b']) await make(change(name))
  const answers = [refusal('conflict', 409), ok]
  server = () => answers.shift()!()
  await keeper.flush()
  expect(heard).toEqual(['PUT Deep work', 'PUT b'])
  expect(waiting()).toEqual([])
  expect(report.mock.calls.map(([error]) => (error as ApiError).message)).toEqual([
    'Failed to update tag (Deep work): Because.',
  ])
})

// prettier-ignore
test.each<[what: string, () => Response]>([
  ['a breakdown',                  refusal('internal', 500)],
  ['a database that is away',      refusal('unavailable', 503)],
  ['too many calls',               refusal('rate-limited', 429)],
  ['a proxy without its server',   () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a proxy that knows no server', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a page in place of an answer', () => new Response('<h1>Welcome to our network</h1>')],
  ['a proxy that refuses',         () => new Response('', { status: 403 })],
  ['a call that took too long',    refusal('timeout', 408)],
])('Q3 after %s everything waits on', async (_, answer) => {
  server = 'gone'
  for (const name of ['a', 'b']) await make(change(name))
  server = answer
  await keeper.flush()
  expect(heard).toEqual(['PUT a'])
  expect(await onDisk()).toEqual(['a', 'b'])
  expect(report).not.toHaveBeenCalled()
})

test('Q5 what waits is its own user’s, and outlasts a session that the server ends', async () => {
  server = 'gone'
  await make(change('a'))
  server = refusal('unauthenticated', 401)
  await keeper.flush()
  await expect.poll(waiting).toEqual([])

  server = ok
  heard = []
  signIn(newId())
  await keeper.flush()
  expect(heard).toEqual([])

  endRejectedSession()
  signIn(user)
  await expect.poll(() => heard).toEqual(['PUT a'])
})

test('Q5 a deleted account leaves nothing', async () => {
  server = 'gone'
  await make(change('a'))
  closeSession('deleted')
  await expect.poll(onDisk).toEqual([])
})

test('Q5 what is discarded is not sent', async () => {
  server = 'gone'
  await make(change('a'))
  await keeper.discard()
  server = ok
  await keeper.flush()
  expect([waiting(), heard]).toEqual([[], []])
})

test('Q3 of settings the latest alone waits', async () => {
  server = 'gone'
  await make(change('other'))
  for (const body of [1, 2, 3])
    await make({ ...change('settings'), requests: [{ method: 'POST', path: '/tags/settings', body }], replaces: true })
  expect((await outbox.read(user)).map(({ requests: calls }) => calls[0]!.body)).toEqual([{}, 3])
})

test('Q3 a bug while sending is reported, and the change stays on disk', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  server = 'gone'
  await make(change('a'))
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  await keeper.flush()
  broken.mockRestore()
  expect(reported).toHaveBeenCalledOnce()
  expect(await onDisk()).toEqual(['a'])
})

test('Q8 where nothing can be kept, a change fails as a call that had no answer', async () => {
  server = 'gone'
  const full = simulateFullDisk()
  await expect(make(change('a'))).rejects.toMatchObject({ code: 'offline' })
  full.mockRestore()
  expect(waiting()).toEqual([])
})
