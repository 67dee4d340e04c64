import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { closeSession, endRejectedSession, startSession } from '#web/api/session.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { sessionToken } from '#web/testing/session-token.ts'
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
let mutationQueue: MutationQueue
/** A new user for each test. */
let user: string
/** The requests that reached the server, in order. */
let received: string[]
/** The server's reply; `lost`: it receives the request but its reply is lost; `unreachable`: it receives nothing. */
let server: (() => Response) | 'lost' | 'unreachable'

const ok = () => Response.json({ ok: true, data: { id: 'any' } })
const errorReply = (code: string, status: number) => () =>
  Response.json({ ok: false, code, message: 'Because', error: 'Because' }, { status })

const signIn = (user: string) => startSession(sessionToken(user))

function change(name: string, method: 'POST' | 'PUT' | 'DELETE' = 'PUT'): Mutation {
  const optimisticPatch = { [name]: method === 'DELETE' ? null : { id: name } }
  return {
    list: 'tags',
    requests: [{ method, path: `/tags/${name}`, body: {} }],
    optimisticPatch,
    failure: 'tags.failed.update',
    name,
  }
}

/** Sends a mutation as a screen does. */
const submit = (mutation: Mutation) =>
  sendOrEnqueue(mutation, async () => {
    const [request] = mutation.requests
    await fetch(`/api${request!.path}`, { method: request!.method }).catch(() => {
      throw new ApiError('offline')
    })
    return 'answered'
  })

beforeAll(() => {
  loadEnglish()
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (server === 'unreachable') throw new TypeError('no network')
    received.push(`${method} ${path.replace('/api/tags/', '')}`)
    if (server === 'lost') throw new TypeError('connection reset')
    return server()
  })
  mutationQueue = startMutationSync({ outbox, client, report })
  setMutationQueueLoader(async () => mutationQueue)
})

beforeEach(() => {
  user = newId()
  received = []
  server = ok
  report.mockReset()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  signIn(user)
})

const queued = () => readQueue().map(({ name }) => name)
const onDisk = async () => (await outbox.read(user)).map(({ name }) => name)

test('Q3 with a server nothing is queued', async () => {
  await expect(submit(change('a'))).resolves.toBe('answered')
  expect(received).toEqual(['PUT a'])
  expect(await onDisk()).toEqual([])
})

test('Q2 Q3 mutations without a server are stored in order, sent once in that order, and then confirmed', async () => {
  server = 'unreachable'
  for (const name of ['a', 'b', 'c']) await expect(submit(change(name))).resolves.toBeUndefined()
  expect(queued()).toEqual(['a', 'b', 'c'])
  // Another page reads the same queue.
  expect((await createOutbox(openDatabase()).read(user)).map(({ name }) => name)).toEqual(['a', 'b', 'c'])

  server = ok
  await Promise.all([mutationQueue.flush(), mutationQueue.flush()])
  expect(received).toEqual(['PUT a', 'PUT b', 'PUT c'])
  expect(queued()).toEqual([])
  expect(await onDisk()).toEqual([])
  expect(toastQueue.read().map(({ message }) => message)).toEqual(['3 waiting changes have been sent'])
})

test('Q3 nothing overtakes the queue', async () => {
  server = 'unreachable'
  await submit(change('a'))
  server = ok
  await submit(change('b'))
  expect(received).toEqual([])
  await mutationQueue.flush()
  expect(received).toEqual(['PUT a', 'PUT b'])
})

test('Q3 after a lost reply the same request is sent again', async () => {
  server = 'lost'
  await submit(change('a', 'POST'))
  await mutationQueue.flush()
  server = ok
  await mutationQueue.flush()
  expect(received).toEqual(['POST a', 'POST a', 'POST a'])
  expect(queued()).toEqual([])
})

test('Q3 deleting an item that was already deleted succeeds', async () => {
  server = 'unreachable'
  await submit(change('a', 'DELETE'))
  server = errorReply('not-found', 404)
  await mutationQueue.flush()
  expect(queued()).toEqual([])
  expect(report).not.toHaveBeenCalled()
})

test('Q4 a rejected mutation is shown with its name, and the rest of the queue is sent', async () => {
  server = 'unreachable'
  for (const name of ['Deep work', 'b']) await submit(change(name))
  const answers = [errorReply('conflict', 409), ok]
  server = () => answers.shift()!()
  await mutationQueue.flush()
  expect(received).toEqual(['PUT Deep work', 'PUT b'])
  expect(queued()).toEqual([])
  expect(report.mock.calls.map(([error]) => (error as ApiError).message)).toEqual([
    'Failed to update tag (Deep work): Because.',
  ])
})

// prettier-ignore
test.each<[what: string, () => Response]>([
  ['a server error',               errorReply('internal', 500)],
  ['a server without database',    errorReply('unavailable', 503)],
  ['too many requests',            errorReply('rate-limited', 429)],
  ['a gateway error',              () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a proxy’s 404',                () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a captive portal’s page',      () => new Response('<h1>Welcome to our network</h1>')],
  ['a proxy’s 403',                () => new Response('', { status: 403 })],
  ['a server timeout',             errorReply('timeout', 408)],
])('Q3 after %s the whole queue stays', async (_, answer) => {
  server = 'unreachable'
  for (const name of ['a', 'b']) await submit(change(name))
  server = answer
  await mutationQueue.flush()
  expect(received).toEqual(['PUT a'])
  expect(await onDisk()).toEqual(['a', 'b'])
  expect(report).not.toHaveBeenCalled()
})

test('Q5 a queue belongs to its user, and survives a session that the server ends', async () => {
  server = 'unreachable'
  await submit(change('a'))
  server = errorReply('unauthenticated', 401)
  await mutationQueue.flush()
  await expect.poll(queued).toEqual([])

  server = ok
  received = []
  signIn(newId())
  await mutationQueue.flush()
  expect(received).toEqual([])

  endRejectedSession()
  signIn(user)
  await expect.poll(() => received).toEqual(['PUT a'])
})

test('Q5 a deleted account leaves no queue', async () => {
  server = 'unreachable'
  await submit(change('a'))
  closeSession('deleted')
  await expect.poll(onDisk).toEqual([])
})

test('Q5 discarded mutations are not sent', async () => {
  server = 'unreachable'
  await submit(change('a'))
  await mutationQueue.discard()
  server = ok
  await mutationQueue.flush()
  expect([queued(), received]).toEqual([[], []])
})

test('Q3 only the latest settings are queued', async () => {
  server = 'unreachable'
  await submit(change('other'))
  for (const body of [1, 2, 3])
    await submit({
      ...change('settings'),
      requests: [{ method: 'POST', path: '/tags/settings', body }],
      replaces: true,
    })
  expect((await outbox.read(user)).map(({ requests }) => requests[0]!.body)).toEqual([{}, 3])
})

test('Q3 a bug while sending is reported, and the mutation stays on disk', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  server = 'unreachable'
  await submit(change('a'))
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  await mutationQueue.flush()
  broken.mockRestore()
  expect(reported).toHaveBeenCalledOnce()
  expect(await onDisk()).toEqual(['a'])
})

test('Q8 without storage a mutation fails as offline', async () => {
  server = 'unreachable'
  const full = simulateFullDisk()
  await expect(submit(change('a'))).rejects.toMatchObject({ code: 'offline' })
  full.mockRestore()
  expect(queued()).toEqual([])
})
