import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from '#core/timer/command.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { newId } from '#web/api/new-id.ts'
import { endRejectedSession, onSessionChange, startSession } from '#web/api/session.ts'
import type { TimerActions } from '#web/features/timer/commands/actions.ts'
import { applySnapshot, withTimer } from '#web/features/timer/commands/stored-commands.ts'
import type { CommandOutcome } from '#web/features/timer/commands/submit-command.ts'
import { openTimer, type TimerPage } from '#web/features/timer/testing/open-timer.ts'
import { createTestServer, type TestServer } from '#web/features/timer/testing/test-server.ts'
import type { Storage } from '#web/sync/storage.ts'
import { createMemoryStorage } from '#web/sync/testing/memory-storage.ts'
import { createDeferred } from '#web/testing/deferred.ts'
import { sessionToken } from '#web/testing/session-token.ts'

type TimerAction = (actions: TimerActions) => Promise<CommandOutcome>

/** With a long timeout, as other tests may slow this one down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

let timerServer: TestServer
let http: HttpServer
let io: Server
let url: string
let userId: string
let received: string[]
let device: Storage
const pages: TimerPage[] = []
const fetched = vi.fn<typeof fetch>()

const json = (data: unknown, status = 200) => new Response(JSON.stringify({ ok: status < 400, data }), { status })

/** A server for each test: the socket events of the contract and the two endpoints of the timer. */
beforeEach(async () => {
  userId = newId()
  timerServer = createTestServer()
  received = []
  device = createMemoryStorage()
  startSession(sessionToken(userId))
  http = createServer()
  io = new Server(http)
  io.use((socket, next) => {
    received.push('handshake')
    next(socket.handshake.auth['userId'] === 'unknown' ? new Error('unauthenticated') : undefined)
  })
  io.on('connection', (socket) => {
    socket.onAny((name: string) => received.push(name))
    socket.on('timer:clock', (answer: (now: number) => void) => answer(Date.now()))
    socket.on('timer:requestSync', (_message, answer: (snapshot: unknown) => void) => answer(timerServer.read()))
    for (const name of ['timer:start', 'timer:pause', 'timer:resume', 'timer:stop', 'timer:switch'])
      socket.on(name, ({ cmd, timestamp }: { cmd?: Command; timestamp: number }, answer: (reply: unknown) => void) => {
        if (cmd === undefined) return
        answer(timerServer.receive([cmd]))
        socket.broadcast.emit(name, { timestamp, rev: timerServer.read().revision, snapshot: timerServer.read() })
      })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  fetched.mockReset()
  fetched.mockImplementation((address, request) => {
    received.push(`${request?.method} ${address as string}`)
    if (address === '/api/timer') return Promise.resolve(json(timerServer.read()))
    if (address === '/api/users/profile') return Promise.resolve(json(null, 401))
    const { commands } = JSON.parse(request?.body as string) as { commands: Command[] }
    return Promise.resolve(json(timerServer.receive(commands)))
  })
  vi.stubGlobal('fetch', fetched)
})

afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  endRejectedSession()
  vi.useRealTimers()
  await io.close()
  vi.unstubAllGlobals()
})

/** Opens a page on the device of this test, or on another. */
function load(storage = device) {
  const page = openTimer({ url, storage })
  pages.push(page)
  return page
}

async function open(storage?: Storage) {
  const page = load(storage)
  await soon(() => expect(page.store.getState().device).not.toBe(null))
  await page.actions.select({ projectId: newId() })
  return page
}
const openOnTwoDevices = async () => [await open(), await open(createMemoryStorage())] as const
const connected = ({ store }: TimerPage) => soon(() => expect(store.getState().socketConnected).toBe(true))

/** Any reply shows the page that the server is reachable. */
const receiveReply = ({ client }: TimerPage) => client.fetchQuery({ queryKey: ['any'], queryFn: () => 'reply' })

test('Y12 a page requests the timer and the server’s time when it connects', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(received.filter((name) => name === 'timer:clock')).toHaveLength(5))
  expect(received.slice(0, 2)).toEqual(['handshake', 'timer:requestSync'])
})

test('Y12 a page that is drawn twice at once, as React does in development, connects once', async () => {
  const page = load()
  page.leave()
  page.enter()
  await connected(page)
  await soon(() => expect(received).toContain('timer:requestSync'))
  expect(received.filter((name) => name === 'handshake')).toHaveLength(1)
  page.leave()
  expect(page.store.getState().socketConnected).toBe(false)
  await soon(() => expect(io.sockets.sockets.size).toBe(0))
})

test('Y12 a command on one device shows on the other over the socket', async () => {
  const [one, two] = await openOnTwoDevices()
  await Promise.all([connected(one), connected(two)])
  await one.actions.start()
  await soon(() => expect(two.view().status).toBe('running'))
  expect(two.store.getState().lastSyncTime).toBe(one.view().runningSince)
  await two.actions.pause()
  await soon(() => expect(one.view().status).toBe('paused'))
  expect(timerServer.receivedTypes()).toEqual(['start', 'pause'])
  expect(received).toContain('timer:tick')
  expect(fetched).not.toHaveBeenCalled()
})

test('Y12 with sync off a device sends and applies nothing; with sync on again it catches up', async () => {
  const [one, two] = await openOnTwoDevices()
  await Promise.all([connected(one), connected(two)])
  await two.actions.setSyncEnabled(false)
  await one.actions.start()
  await soon(() => expect(timerServer.receivedTypes()).toEqual(['start']))
  await two.actions.start({ stopwatch: true })
  expect(two.view().runId).not.toBe(one.view().runId)
  expect(two.store.getState().unsentSessionCount).toBe(1)
  expect(timerServer.receivedTypes()).toEqual(['start'])
  await two.actions.setSyncEnabled(true)
  await soon(() => expect(one.view().runId).toBe(two.view().runId))
  await soon(() => expect(two.store.getState().unsentSessionCount).toBe(0))
})

test('Y12 without a socket the timer synchronizes over HTTP', async () => {
  await io.close()
  const page = await open()
  await page.actions.start()
  await soon(() => expect(page.store.getState().unsentSessionCount).toBe(0))
  expect(received).toContain('POST /api/timer/commands')
  await soon(() => expect(received).toContain('GET /api/timer'))
})

test('Y12 a lost connection is restored, with one handshake', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(received).toContain('timer:requestSync'))
  io.disconnectSockets(true)
  await soon(() => expect(page.store.getState().socketConnected).toBe(false))
  for (let count = 0; count < 5; count++) await receiveReply(page)
  await connected(page)
  await receiveReply(page)
  await soon(() => expect(received.filter((name) => name === 'timer:requestSync')).toHaveLength(2))
  expect(received.filter((name) => name === 'handshake')).toHaveLength(2)
})

test('Y12 a dead connection is replaced when the page gets the focus', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(received.filter((name) => name === 'timer:clock')).toHaveLength(5))
  for (const socket of io.sockets.sockets.values()) socket.removeAllListeners('timer:clock')
  dispatchEvent(new Event('focus'))
  await soon(() => expect(received.filter((name) => name === 'handshake')).toHaveLength(2))
  await connected(page)
})

test('Y12 an unavailable server gets a second connection attempt soon', async () => {
  let isUnavailable = true
  io.use((_socket, next) => next(isUnavailable ? new Error('unavailable') : undefined))
  const page = await open()
  await soon(() => expect(received).toContain('handshake'))
  isUnavailable = false
  await connected(page)
  expect(received.filter((name) => name === 'handshake')).toHaveLength(2)
})

test('Y12 a client that requests the timer’s state gets it, but not from a device with sync off', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(received.filter((name) => name === 'timer:clock')).toHaveLength(5))
  const reports: object[] = []
  io.sockets.sockets.forEach((socket) => socket.on('timer:start', (message: object) => reports.push(message)))
  io.emit('timer:requestState', { timestamp: Date.now() })
  await soon(() => expect(reports).toMatchObject([{ status: 'idle', shouldSave: false, elapsed: 0 }]))
  await page.actions.setSyncEnabled(false)
  io.emit('timer:requestState', { timestamp: Date.now() })
  io.emit('timer:state', { rev: 9, snapshot: { ...timerServer.read(), revision: 9 } })
  await page.sync.flush()
  expect(reports).toHaveLength(1)
  expect(page.store.getState().snapshot?.revision).toBe(0)
})

test('Y12 when the server rejects the session, the page checks it once', async () => {
  const page = await open()
  await connected(page)
  const endings: unknown[] = []
  const unsubscribe = onSessionChange((ending) => endings.push(ending))
  startSession(sessionToken('unknown'))
  await soon(() => expect(endings).toContain('rejected'))
  expect(received.filter((name) => name === 'GET /api/users/profile')).toHaveLength(1)
  unsubscribe()
})

test.each([
  ['signed-out', 'signed-out'],
  ['expired', 'rejected'],
  ['deleted', 'deleted'],
])('Y13 a session that the server ends as %s ends on this page', async (reason, ending) => {
  const page = await open()
  await connected(page)
  const endings: unknown[] = []
  const unsubscribe = onSessionChange((ending) => endings.push(ending))
  io.emit('session:revoked', { reason })
  await soon(() => expect(endings).toEqual([ending]))
  unsubscribe()
})

test('Y2 a page that closes sends its pending commands with keepalive', async () => {
  await io.close()
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  const page = await open()
  await page.actions.start()
  await page.sync.flush()
  fetched.mockClear()
  dispatchEvent(new Event('pagehide'))
  const [address, request] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/timer/commands')
  expect(request).toMatchObject({ method: 'POST', keepalive: true })
  expect(JSON.parse(request?.body as string)).toMatchObject({ commands: [{ sequence: 1, event: { type: 'start' } }] })
})

test('Y11 a command in one tab shows in the other tabs', async () => {
  const [one, two] = [await open(), await open()]
  await one.actions.start()
  await soon(() => expect(two.view().runId).toBe(one.view().runId))
})

/** A page was closed ten minutes into a run, so the second of two work phases is on hold. */
async function leaveOnHold(startedMinutesAgo = 50) {
  const at = Date.now() - startedMinutesAgo * MINUTE_MS
  const subject = { projectId: newId(), taskId: null, notes: '', tags: [] }
  const config = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
  const event = { type: 'start', at, runId: newId(), subject, config, isInfinite: false, zone: 'UTC' } as const
  timerServer.receive([{ id: newId(), device: newId(), sequence: 1, base: null, sawWait: false, event }])
  const known = timerServer.read()
  await device.change(userId, (data) => [applySnapshot(withTimer(data, newId()), known, 0), undefined])
  timerServer.hold(at + 10 * MINUTE_MS)
}
const savedMinutes = () =>
  focusSessionsAt(timerServer.history(), Date.now())
    .filter(({ status }) => status === 'saved')
    .map(({ segments }) => Math.round(totalOf(segments) / MINUTE_MS))

// prettier-ignore
test.each<[string, number, TimerAction, CommandOutcome, string[]]>([
  ['start',                           50, ({ resume }) => resume(),           { ok: true },                       ['start', 'resume']],
  ['stop',                            50, ({ stop }) => stop({ save: true }), { ok: true },                       ['start', 'stop']],
  ['pause',                           50, ({ pause }) => pause(),             { ok: false, code: 'not-running' }, ['start']],
  ['close a run shown as complete',   90, ({ dismiss }) => dismiss(),         { ok: false, code: 'not-active' },  ['start']],
])('Y9 a page that is opened later waits for the server’s snapshot before its first command: %s', async (_what, minutes, act, outcome, received) => {
  await leaveOnHold(minutes)
  const page = load()
  expect(await act(page.actions)).toMatchObject(outcome)
  await page.sync.flush()
  expect(timerServer.receivedTypes()).toEqual(received)
  expect(savedMinutes()).toEqual([25])
})

test('Y9 a page that has the server’s time but no snapshot waits for one before a command', async () => {
  await leaveOnHold()
  const { promise: requested, resolve: respond } = createDeferred<() => void>()
  io.on('connection', (socket) => {
    socket.removeAllListeners('timer:requestSync')
    socket.on('timer:requestSync', (_, answer: (reply: unknown) => void) => respond(() => answer(timerServer.read())))
  })
  const page = load()
  const answer = await requested
  await soon(() => expect(received.filter((name) => name === 'timer:clock')).toHaveLength(5))
  const resumed = page.actions.resume()
  answer()
  expect(await resumed).toMatchObject({ ok: true })
})

// prettier-ignore
test.each<[string, ('Date' | 'performance')[]]>([
  ['slept',      ['Date']],
  ['was frozen', ['Date', 'performance']],
])('Y9 a page that %s waits for the server’s snapshot before its next command', async (_what, clocks) => {
  vi.useFakeTimers({ now: Date.now(), toFake: clocks })
  const page = await open()
  await connected(page)
  await soon(() => expect(received.filter((name) => name === 'timer:clock')).toHaveLength(5))
  await page.actions.start()
  await page.sync.flush()
  vi.advanceTimersByTime(50 * MINUTE_MS)
  timerServer.hold(Date.now() - 40 * MINUTE_MS)
  dispatchEvent(new Event('focus'))
  await page.actions.stop({ save: true })
  await page.sync.flush()
  expect(timerServer.receivedTypes()).toEqual(['start', 'stop'])
  expect(savedMinutes()).toEqual([25])
})

test('Y5 without a network a page that is opened later accepts a command at once', async () => {
  await leaveOnHold()
  await io.close()
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  const page = load()
  const startedAt = Date.now()
  expect(await page.actions.pause()).toMatchObject({ ok: true })
  expect(Date.now() - startedAt).toBeLessThan(1_000)
})
