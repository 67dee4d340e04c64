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
let road: (commands: readonly Command[]) => Promise<TimerReply>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  userId = newId()
  server = createTestServer()
  road = (commands) => Promise.resolve(server.receive(commands))
  page = await openTestPage(userId, (commands) => road(commands))
})

afterEach(() => {
  page.store.reset()
  page.stop()
  vi.useRealTimers()
})

async function work() {
  await page.actions.start({ stopwatch: true })
  await vi.advanceTimersByTimeAsync(5_000)
  await page.actions.pause()
  await page.actions.stop({ save: true })
}
const waiting = () => page.store.getState().pending.map(({ event }) => event.type)
const PATIENT = { timeout: 10_000 }
/** Lets the database, which keeps its own time, finish what a timer has begun. */
const settled = () => vi.waitFor(() => expect(waiting()).toEqual([]), PATIENT)

test('Y2 what waits is sent in order, all at once', async () => {
  await work()
  const batches: number[] = []
  road = (commands) => {
    batches.push(commands.length)
    return Promise.resolve(server.receive(commands))
  }
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
  expect(batches).toEqual([3])
  expect(waiting()).toEqual([])
})

test('Y2 more than a call can hold is sent in several', async () => {
  await page.actions.start({ stopwatch: true })
  for (let count = 0; count < 120; count++) await page.actions.select({ notes: `note ${count}` })
  await page.flush()
  expect(server.receivedTypes()).toHaveLength(121)
  expect(page.view().subject?.notes).toBe('note 119')
})

test('Y2 more bytes than a call may carry are sent in several', async () => {
  await page.actions.start({ stopwatch: true })
  for (let count = 0; count < 30; count++) await page.actions.select({ notes: `${count}${'ş'.repeat(1_990)}` })
  road = (commands) => {
    const { length } = new TextEncoder().encode(JSON.stringify({ commands }))
    return length > MAX_BODY_BYTES ? Promise.reject(TOO_LARGE) : Promise.resolve(server.receive(commands))
  }
  await page.flush()
  expect(server.receivedTypes()).toHaveLength(31)
})

// prettier-ignore
test.each([
  ['no network',                    new ApiError('offline')],
  ['a server in trouble',           new ApiError('unavailable', { status: 503 })],
  ['a session that has ended',      new ApiError('unauthenticated', { status: 401 })],
  ['too many calls',                new ApiError('rate-limited', { status: 429 })],
  ['a proxy that refuses',          new ApiError('invalid', { status: 403 })],
  ['a reply that makes no sense',   new ApiError('bad-reply')],
])('Y2 nothing is dropped for %s, and it is tried again, ever more seldom', async (_what, failure) => {
  await work()
  const tries: number[] = []
  const begunAt = Date.now()
  road = () => {
    tries.push((Date.now() - begunAt) / 1_000)
    return Promise.reject(failure)
  }
  await page.flush()
  for (let count = 1; count < 7; count++)
    await vi.waitFor(async () => {
      await vi.advanceTimersToNextTimerAsync()
      expect(tries).toHaveLength(count + 1)
    }, PATIENT)
  expect(tries.map(Math.floor)).toEqual([0, 1, 3, 8, 18, 48, 78])
  expect(waiting()).toEqual(['start', 'pause', 'stop'])
  road = (commands) => Promise.resolve(server.receive(commands))
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
})

test('Y2 a reply that is lost changes nothing: what is sent again counts once', async () => {
  await work()
  road = (commands) => {
    server.receive(commands)
    return Promise.reject(new ApiError('offline'))
  }
  await page.flush()
  expect(waiting()).toHaveLength(3)
  road = (commands) => Promise.resolve(server.receive(commands))
  await page.flush()
  expect(waiting()).toEqual([])
  expect(server.receivedTypes()).toEqual(['start', 'pause', 'stop'])
  expect(server.history().runs).toHaveLength(1)
})

test('Y2 what is pressed while something is on its way is sent after it', async () => {
  const sent: string[][] = []
  let pressed: Promise<unknown> | undefined
  road = async (commands) => {
    sent.push(commands.map(({ event }) => event.type))
    pressed ??= page.actions.pause().then(() => page.flush())
    await vi.waitFor(() => expect(waiting()).toContain('pause'), PATIENT)
    return server.receive(commands)
  }
  await page.actions.start()
  await page.flush()
  await settled()
  expect(sent).toEqual([['start'], ['pause']])
})

test('Y2 what the server cannot read is put aside and told; the rest goes its way', async () => {
  await work()
  const [, pause] = page.store.getState().pending
  road = (commands) =>
    commands.some(({ id }) => id === pause?.id) ? Promise.reject(UNREADABLE) : Promise.resolve(server.receive(commands))
  await page.flush()
  expect(server.receivedTypes()).toEqual(['start', 'stop'])
  expect(page.store.getState().refused.map(({ id }) => id)).toEqual([pause?.id])
  expect(waiting()).toEqual([])
})

test('Y2 a server that was restored from a backup hears again what still waits', async () => {
  await work()
  await page.flush()
  server.restoreEmpty()
  await page.actions.start()
  await page.flush()
  await settled()
  expect(server.receivedTypes()).toEqual(['start'])
  expect(page.view().status).toBe('running')
})

test('Y2 a server that takes nothing is not asked without end', async () => {
  await work()
  let calls = 0
  road = () => {
    calls += 1
    return Promise.resolve({ acks: [], snapshot: server.read() })
  }
  await page.flush()
  expect(calls).toBe(1)
})
