import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, endRejectedSession, startSession } from '#web/api/session.ts'
import { createDeferred } from '#web/testing/deferred.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { openDatabase } from './database.ts'
import { createDiskStorage } from './storage.ts'
import type { SyncEngine } from './engine.ts'
import type { Refusal } from './sender.ts'
import { type Mutation, mutationsOf, sendOrEnqueue } from './mutations.ts'
import type { Operation } from './operation.ts'
import { createTestSync } from './testing/test-sync.ts'

const disk = createDiskStorage(await openDatabase())

/** A new user for each test. */
let user: string
let sync: SyncEngine
/** The requests that reached the server, in order. */
let received: string[]
/** The server's reply; `lost`: it receives the request but its reply is lost; `unreachable`: it receives nothing. */
let server: (() => Response) | 'lost' | 'unreachable'
const onSent = vi.fn<(sent: readonly Operation[], refused: readonly Refusal[]) => void>()

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
  sendOrEnqueue(sync, mutation, async () => {
    const [request] = mutation.requests
    await fetch(`/api${request!.path}`, { method: request!.method }).catch(() => {
      throw new ApiError('offline')
    })
    return 'answered'
  })

function openPage() {
  const page = createTestSync({ onSent })
  page.start()
  return page
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (server === 'unreachable') throw new TypeError('no network')
    received.push(`${method} ${path.replace('/api/tags/', '')}`)
    if (server === 'lost') throw new TypeError('connection reset')
    return server()
  })
  user = newId()
  received = []
  server = ok
  onSent.mockReset()
  signIn(user)
  sync = openPage()
})

afterEach(() => {
  sync.stop()
  closeSession('deleted')
  vi.unstubAllGlobals()
})

const queued = () => mutationsOf(sync.store.getState().data).map(({ name }) => name)
const readDisk = async () => mutationsOf((await disk.change(user, (data) => [data, undefined])).data)
const onDisk = async () => (await readDisk()).map(({ name }) => name)

test('Q3 with a server nothing is queued', async () => {
  await expect(submit(change('a'))).resolves.toBe('answered')
  expect(received).toEqual(['PUT a'])
  expect(await onDisk()).toEqual([])
})

test('Q4 a mutation that the server refuses at once is not queued', async () => {
  const refused = sendOrEnqueue(sync, change('a'), () => Promise.reject(new ApiError('conflict', { status: 409 })))
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  expect(await onDisk()).toEqual([])
})

test('Q2 Q3 mutations without a server are stored in order, sent once in that order, and then confirmed', async () => {
  server = 'unreachable'
  for (const name of ['a', 'b', 'c']) await expect(submit(change(name))).resolves.toBeUndefined()
  expect(queued()).toEqual(['a', 'b', 'c'])
  expect(await onDisk()).toEqual(['a', 'b', 'c'])

  server = ok
  await Promise.all([sync.flush(), sync.flush()])
  expect(received).toEqual(['PUT a', 'PUT b', 'PUT c'])
  expect(queued()).toEqual([])
  expect(await onDisk()).toEqual([])
  expect(onSent.mock.calls.map(([sent, refused]) => [sent.length, refused.length])).toEqual([[3, 0]])
})

test('Q3 nothing overtakes the queue', async () => {
  server = 'unreachable'
  await submit(change('a'))
  server = ok
  await submit(change('b'))
  expect(received).toEqual([])
  await sync.flush()
  expect(received).toEqual(['PUT a', 'PUT b'])
})

test('Q3 a mutation does not overtake the queue, even before the queue was read', async () => {
  server = 'unreachable'
  await submit(change('a'))
  sync.stop()
  sync = openPage()
  const submitted = submit(change('b'))
  server = ok
  await expect(submitted).resolves.toBeUndefined()
  await expect.poll(() => received).toEqual(['PUT a', 'PUT b'])
})

test('Q3 after a lost reply the same request is sent again', async () => {
  server = 'lost'
  await submit(change('a', 'POST'))
  await sync.flush()
  server = ok
  await sync.flush()
  expect(received).toEqual(['POST a', 'POST a', 'POST a'])
  expect(queued()).toEqual([])
})

test('Q3 a mutation with several requests is repeated as a whole if one of them fails', async () => {
  server = 'unreachable'
  const [first, second] = [change('a'), change('b')]
  await submit({ ...first, requests: [...first.requests, ...second.requests] })
  const replies = [ok, errorReply('internal', 500), ok, ok]
  server = () => replies.shift()!()
  await sync.flush()
  await sync.flush()
  expect(received).toEqual(['PUT a', 'PUT b', 'PUT a', 'PUT b'])
  expect(queued()).toEqual([])
})

test('Q3 deleting an item that was already deleted succeeds', async () => {
  server = 'unreachable'
  await submit(change('a', 'DELETE'))
  server = errorReply('not-found', 404)
  await sync.flush()
  expect(queued()).toEqual([])
  expect(onSent.mock.calls.map(([sent, refused]) => [sent.length, refused.length])).toEqual([[1, 0]])
})

test('Q4 a refused mutation leaves the queue, and the rest of the queue is sent', async () => {
  server = 'unreachable'
  for (const name of ['Deep work', 'b']) await submit(change(name))
  const replies = [errorReply('conflict', 409), ok]
  server = () => replies.shift()!()
  await sync.flush()
  expect(received).toEqual(['PUT Deep work', 'PUT b'])
  expect(queued()).toEqual([])
  const [sent, refused] = onSent.mock.calls[0]!
  expect(sent).toMatchObject([{ payload: { name: 'b' } }])
  expect(refused).toMatchObject([{ operation: { payload: { name: 'Deep work' } }, error: { message: 'Because' } }])
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
  ['a proxy’s 403 with a message', () => Response.json({ message: 'Access denied' }, { status: 403 })],
  ['a server timeout',             errorReply('timeout', 408)],
])('Q3 after %s the whole queue stays', async (_, reply) => {
  server = 'unreachable'
  for (const name of ['a', 'b']) await submit(change(name))
  server = reply
  await sync.flush()
  expect(received).toEqual(['PUT a'])
  expect(await onDisk()).toEqual(['a', 'b'])
  expect(onSent).not.toHaveBeenCalled()
})

test('Q5 a queue belongs to its user, and survives a session that the server ends', async () => {
  server = 'unreachable'
  await submit(change('a'))
  server = errorReply('unauthenticated', 401)
  await sync.flush()
  await expect.poll(queued).toEqual([])

  server = ok
  received = []
  signIn(newId())
  await sync.flush()
  expect(received).toEqual([])

  endRejectedSession()
  signIn(user)
  await expect.poll(() => received).toEqual(['PUT a'])
})

test('Q5 a mutation whose request fails after its user has signed out is not queued for the next user', async () => {
  const { promise, reject } = createDeferred<never>()
  const send = vi.fn(() => promise)
  const submitted = sendOrEnqueue(sync, change('a'), send)
  await expect.poll(() => send.mock.calls).toHaveLength(1)
  signIn(newId())
  await sync.whenRead()
  reject(new ApiError('offline'))
  await expect(submitted).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(queued()).toEqual([])
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
  await sync.discard()
  server = ok
  await sync.flush()
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
  expect((await readDisk()).map(({ requests }) => requests[0]!.body)).toEqual([{}, 3])
})

test('Q3 a bug while sending is reported, and the mutation stays on disk', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  server = 'unreachable'
  await submit(change('a'))
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  await sync.flush()
  broken.mockRestore()
  expect(reported).toHaveBeenCalledOnce()
  expect(await onDisk()).toEqual(['a'])
})

test('Q8 without storage a mutation waits in memory, and is sent', async () => {
  server = 'unreachable'
  const full = simulateFullDisk()
  await expect(submit(change('a'))).resolves.toBeUndefined()
  full.mockRestore()
  expect([queued(), await onDisk()]).toEqual([['a'], []])
  expect(sync.store.getState().isDurable).toBe(false)
  server = ok
  await sync.flush()
  expect([received, queued()]).toEqual([['PUT a'], []])
})
