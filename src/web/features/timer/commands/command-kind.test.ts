import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { openTestPage, type TestPage } from '#web/features/timer/testing/test-page.ts'
import { createTestServer, type TestServer } from '#web/features/timer/testing/test-server.ts'

const UNREADABLE = new ApiError('invalid', { status: 400, details: { 'commands.0': 'No.' } })
const TOO_LARGE = new ApiError('too-large', { status: 413 })

let server: TestServer
let page: TestPage
let userId: string
let transport: (commands: readonly Command[]) => Promise<TimerReply>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  userId = newId()
  server = createTestServer()
  transport = (commands) => Promise.resolve(server.receive(commands))
  page = await openTestPage(userId, (commands) => transport(commands))
})

afterEach(() => {
  page.close()
  vi.useRealTimers()
})

async function work() {
  await page.actions.start({ stopwatch: true })
  await vi.advanceTimersByTimeAsync(5_000)
  await page.actions.pause()
  await page.actions.stop({ save: true })
}
const pendingTypes = () => page.store.getState().pending.map(({ event }) => event.type)
const LONG_TIMEOUT = { timeout: 10_000 }
/** Waits for the database, which the fake timers do not control. */
const allSent = () => vi.waitFor(() => expect(pendingTypes()).toEqual([]), LONG_TIMEOUT)

test('Y2 pending commands are sent in order, in one request', async () => {
  await work()
  const batches: number[] = []
  transport = (commands) => {
    batches.push(commands.length)
    return Promise.resolve(server.receive(commands))
  }
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
  expect(batches).toEqual([3])
  expect(pendingTypes()).toEqual([])
})

test('Y2 more commands than a request may hold are sent in several', async () => {
  await page.actions.start({ stopwatch: true })
  for (let count = 0; count < 120; count++) await page.actions.select({ notes: `note ${count}` })
  await page.flush()
  expect(server.receivedTypes()).toHaveLength(121)
  expect(page.view().subject?.notes).toBe('note 119')
})

test('Y2 more bytes than a request may hold are sent in several', async () => {
  await page.actions.start({ stopwatch: true })
  for (let count = 0; count < 30; count++) await page.actions.select({ notes: `${count}${'ş'.repeat(1_990)}` })
  transport = (commands) => {
    const { length } = new TextEncoder().encode(JSON.stringify({ commands }))
    return length > MAX_BODY_BYTES ? Promise.reject(TOO_LARGE) : Promise.resolve(server.receive(commands))
  }
  await page.flush()
  expect(server.receivedTypes()).toHaveLength(31)
})

// prettier-ignore
test.each([
  ['no network',                    new ApiError('offline')],
  ['an unavailable server',         new ApiError('unavailable', { status: 503 })],
  ['a session that has ended',      new ApiError('unauthenticated', { status: 401 })],
  ['too many requests',             new ApiError('rate-limited', { status: 429 })],
  ['a proxy that refuses',          new ApiError('foreign-reply', { status: 403 })],
  ['an invalid reply',              new ApiError('bad-reply')],
])('Y2 after %s every command stays pending and is retried with growing delays', async (_what, failure) => {
  await work()
  const attempts: number[] = []
  const startedAt = Date.now()
  transport = () => {
    attempts.push((Date.now() - startedAt) / 1_000)
    return Promise.reject(failure)
  }
  await page.flush()
  for (let count = 1; count < 7; count++)
    await vi.waitFor(async () => {
      await vi.advanceTimersToNextTimerAsync()
      expect(attempts).toHaveLength(count + 1)
    }, LONG_TIMEOUT)
  expect(attempts.map(Math.floor)).toEqual([0, 1, 3, 8, 18, 48, 78])
  expect(pendingTypes()).toEqual(['start', 'pause', 'stop'])
  transport = (commands) => Promise.resolve(server.receive(commands))
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
})

test('Y2 after a lost reply the commands are sent again, and count once', async () => {
  await work()
  transport = (commands) => {
    server.receive(commands)
    return Promise.reject(new ApiError('offline'))
  }
  await page.flush()
  expect(pendingTypes()).toHaveLength(3)
  transport = (commands) => Promise.resolve(server.receive(commands))
  await page.flush()
  expect(pendingTypes()).toEqual([])
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
  expect(server.history().runs).toHaveLength(1)
})

test('Y2 a command that is submitted during a request is sent after it', async () => {
  const sent: string[][] = []
  let submitted: Promise<unknown> | undefined
  transport = async (commands) => {
    sent.push(commands.map(({ event }) => event.type))
    submitted ??= page.actions.pause().then(() => page.flush())
    await vi.waitFor(() => expect(pendingTypes()).toContain('pause'), LONG_TIMEOUT)
    return server.receive(commands)
  }
  await page.actions.start()
  await page.flush()
  await allSent()
  expect(sent).toEqual([['start'], ['pause']])
})

test.each([
  ['unreadable', UNREADABLE],
  ['too large', TOO_LARGE],
])('Y2 a command that the server refuses as %s is reported, and the others are sent', async (_what, refusal) => {
  await work()
  const [, pause] = page.store.getState().pending
  transport = (commands) =>
    commands.some(({ id }) => id === pause?.id) ? Promise.reject(refusal) : Promise.resolve(server.receive(commands))
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'stop'])
  expect(page.refusals).toMatchObject([{ operation: { id: pause?.id }, error: refusal }])
  expect(pendingTypes()).toEqual([])
})

test('Y2 a server that was restored from a backup receives the pending commands', async () => {
  await work()
  await page.flush()
  server.restoreEmpty()
  await page.actions.start()
  await page.flush()
  await allSent()
  expect(server.receivedTypes()).toEqual(['start'])
  expect(page.view().status).toBe('running')
})

test('Y2 commands that the server does not acknowledge are not sent again at once', async () => {
  await page.applySnapshot(server.read())
  await work()
  let calls = 0
  transport = () => {
    calls += 1
    return Promise.resolve({ acks: [], snapshot: server.read() })
  }
  await page.flush()
  expect(calls).toBe(1)
})
