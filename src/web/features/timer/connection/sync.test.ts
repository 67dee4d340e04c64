import 'fake-indexeddb/auto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Command } from '#core/timer/command.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { newId } from '#web/api/new-id.ts'
import { setQueue } from '#web/api/offline/mutation-queue.ts'
import { endRejectedSession, onSessionChange, startSession } from '#web/api/session.ts'
import { createClock } from '#web/features/timer/clock/clock.ts'
import { createActions, type TimerActions } from '#web/features/timer/commands/actions.ts'
import type { CommandOutcome } from '#web/features/timer/commands/submit-command.ts'
import { applySnapshot } from '#web/features/timer/outbox/device-state.ts'
import { openOutbox } from '#web/features/timer/outbox/outbox.ts'
import { createTimerStore } from '#web/features/timer/store.ts'
import { createTestServer, type TestServer } from '#web/features/timer/testing/test-server.ts'
import { startTimerClient, type TimerClient } from './timer-client.ts'

const tokenOf = (sub: string) => `header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub }))}.signature`

type TimerPress = (actions: TimerActions) => Promise<CommandOutcome>

/** Patient, as other work may slow this down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

let truth: TestServer
let http: HttpServer
let io: Server
let url: string
let userId: string
let heard: string[]
const clients: TimerClient[] = []
const fetched = vi.fn<typeof fetch>()

const json = (data: unknown, status = 200) => new Response(JSON.stringify({ ok: status < 400, data }), { status })

/** A server of its own: sockets as the contract has them, and the two calls of the timer. */
beforeEach(async () => {
  userId = newId()
  truth = createTestServer()
  heard = []
  startSession(tokenOf(userId))
  http = createServer()
  io = new Server(http)
  io.use((socket, next) => {
    heard.push('handshake')
    next(socket.handshake.auth['userId'] === 'nobody' ? new Error('unauthenticated') : undefined)
  })
  io.on('connection', (socket) => {
    socket.onAny((name: string) => heard.push(name))
    socket.on('timer:clock', (answer: (now: number) => void) => answer(Date.now()))
    socket.on('timer:requestSync', (_message, answer: (snapshot: unknown) => void) => answer(truth.read()))
    for (const name of ['timer:start', 'timer:pause', 'timer:resume', 'timer:stop', 'timer:switch'])
      socket.on(name, ({ cmd, timestamp }: { cmd?: Command; timestamp: number }, answer: (reply: unknown) => void) => {
        if (cmd === undefined) return
        answer(truth.receive([cmd]))
        socket.broadcast.emit(name, { timestamp, rev: truth.read().revision, snapshot: truth.read() })
      })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  fetched.mockReset()
  fetched.mockImplementation((address, request) => {
    heard.push(`${request?.method} ${address as string}`)
    if (address === '/api/timer') return Promise.resolve(json(truth.read()))
    if (address === '/api/users/profile') return Promise.resolve(json(null, 401))
    const { commands } = JSON.parse(request?.body as string) as { commands: Command[] }
    return Promise.resolve(json(truth.receive(commands)))
  })
  vi.stubGlobal('fetch', fetched)
})

afterEach(async () => {
  for (const client of clients.splice(0)) client.stop()
  endRejectedSession()
  vi.useRealTimers()
  await io.close()
  vi.unstubAllGlobals()
})

/** A page that is just being opened; pages of one user on one device share what is kept. */
function load({ user = userId, kept = user }: { user?: string; kept?: string } = {}) {
  const clock = createClock()
  const store = createTimerStore(clock)
  const outbox = openOutbox(kept)
  const whenFresh = () => client.whenFresh()
  const actions = createActions({
    store,
    clock,
    outbox: () => outbox,
    whenFresh,
    onAppend: () => client.handleAppend(),
  })
  const client = startTimerClient({ userId: user, url, store, clock, outbox, actions, onRejected: () => undefined })
  clients.push(client)
  return { store, actions, client, outbox, view: () => store.getState().view }
}

async function open(options?: Parameters<typeof load>[0]) {
  const page = load(options)
  await page.client.isReady
  await page.actions.select({ projectId: newId() })
  return page
}
const connected = ({ store }: Awaited<ReturnType<typeof open>>) =>
  soon(() => expect(store.getState().socketConnected).toBe(true))

test('Y12 a page asks how the timer stands when it is connected, and for the server’s time', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(heard.filter((name) => name === 'timer:clock')).toHaveLength(5))
  expect(heard.slice(0, 2)).toEqual(['handshake', 'timer:requestSync'])
})

test('Y12 what is done on one device shows on the other, over the connection', async () => {
  const [one, two] = [await open({ kept: newId() }), await open({ kept: newId() })]
  await Promise.all([connected(one), connected(two)])
  await one.actions.start()
  await soon(() => expect(two.view().status).toBe('running'))
  expect(two.store.getState().lastSyncTime).toBe(one.view().runningSince)
  await two.actions.pause()
  await soon(() => expect(one.view().status).toBe('paused'))
  expect(truth.receivedTypes()).toEqual(['start', 'pause'])
  expect(heard).toContain('timer:tick')
  expect(fetched).not.toHaveBeenCalled()
})

test('Y12 a device on its own sends and takes nothing; once it is no longer, all is made up for', async () => {
  const [one, two] = [await open({ kept: newId() }), await open({ kept: newId() })]
  await Promise.all([connected(one), connected(two)])
  two.store.refresh({ isSyncEnabled: false })
  await one.actions.start()
  await soon(() => expect(truth.receivedTypes()).toEqual(['start']))
  await two.actions.start({ stopwatch: true })
  expect(two.view().runId).not.toBe(one.view().runId)
  expect(two.store.getState().pendingRunCount).toBe(1)
  expect(truth.receivedTypes()).toEqual(['start'])
  two.store.refresh({ isSyncEnabled: true })
  await two.client.catchUp()
  await soon(() => expect(one.view().runId).toBe(two.view().runId))
  expect(two.store.getState().pendingRunCount).toBe(0)
})

test('Y12 without a live connection calls do', async () => {
  await io.close()
  const page = await open()
  await page.actions.start()
  await soon(() => expect(page.store.getState().pendingRunCount).toBe(0))
  expect(heard).toContain('POST /api/timer/commands')
  await soon(() => expect(heard).toContain('GET /api/timer'))
})

test('Y12 a connection that is lost comes back, and is not asked for twice', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(heard).toContain('timer:requestSync'))
  io.disconnectSockets(true)
  await soon(() => expect(page.store.getState().socketConnected).toBe(false))
  for (let count = 0; count < 5; count++) page.client.retryNow()
  await connected(page)
  page.client.retryNow()
  await soon(() => expect(heard.filter((name) => name === 'timer:requestSync')).toHaveLength(2))
  expect(heard.filter((name) => name === 'handshake')).toHaveLength(2)
})

test('Y12 a connection that carries nothing any more is given up when somebody comes back to the page', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(heard.filter((name) => name === 'timer:clock')).toHaveLength(5))
  for (const socket of io.sockets.sockets.values()) socket.removeAllListeners('timer:clock')
  dispatchEvent(new Event('focus'))
  await soon(() => expect(heard.filter((name) => name === 'handshake')).toHaveLength(2))
  await connected(page)
})

test('Y12 a server that cannot look a page up at the moment is asked again soon', async () => {
  let isAway = true
  io.use((_socket, next) => next(isAway ? new Error('unavailable') : undefined))
  const page = await open()
  await soon(() => expect(heard).toContain('handshake'))
  isAway = false
  await connected(page)
  expect(heard.filter((name) => name === 'handshake')).toHaveLength(2)
})

test('Y12 somebody who asks is told how the timer stands, and a device on its own says nothing', async () => {
  const page = await open()
  await connected(page)
  await soon(() => expect(heard.filter((name) => name === 'timer:clock')).toHaveLength(5))
  const reports: object[] = []
  io.sockets.sockets.forEach((socket) => socket.on('timer:start', (message: object) => reports.push(message)))
  io.emit('timer:requestState', { timestamp: Date.now() })
  await soon(() => expect(reports).toMatchObject([{ status: 'idle', shouldSave: false, elapsed: 0 }]))
  page.store.refresh({ isSyncEnabled: false })
  io.emit('timer:requestState', { timestamp: Date.now() })
  io.emit('timer:state', { rev: 9, snapshot: { ...truth.read(), revision: 9 } })
  await page.client.flush()
  expect(reports).toHaveLength(1)
  expect(page.store.getState().snapshot?.revision).toBe(0)
})

test('Y12 a server that does not know the session is asked once whether it is over', async () => {
  const page = await open()
  await connected(page)
  const endings: unknown[] = []
  const unsubscribe = onSessionChange((ending) => endings.push(ending))
  startSession(tokenOf('nobody'))
  await open({ user: 'nobody' })
  await soon(() => expect(endings).toContain('rejected'))
  expect(heard.filter((name) => name === 'GET /api/users/profile')).toHaveLength(1)
  unsubscribe()
})

test.each([
  ['signed-out', 'signed-out'],
  ['expired', 'rejected'],
  ['deleted', 'deleted'],
])('Y13 a session that the server ends as %s ends here', async (reason, ending) => {
  const page = await open()
  await connected(page)
  const endings: unknown[] = []
  const unsubscribe = onSessionChange((ending) => endings.push(ending))
  io.emit('session:revoked', { reason })
  await soon(() => expect(endings).toEqual([ending]))
  unsubscribe()
})

test('Y2 a page that is closed sends what waits with its last breath', async () => {
  await io.close()
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  const page = await open()
  await page.actions.start()
  await page.client.flush()
  fetched.mockClear()
  dispatchEvent(new Event('pagehide'))
  const [address, request] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/timer/commands')
  expect(request).toMatchObject({ method: 'POST', keepalive: true })
  expect(JSON.parse(request?.body as string)).toMatchObject({ commands: [{ sequence: 1, event: { type: 'start' } }] })
})

test('Y11 what one tab does the other tabs of the browser show', async () => {
  const [one, two] = [await open(), await open()]
  await one.actions.start()
  await soon(() => expect(two.view().runId).toBe(one.view().runId))
})

/** A page was closed ten minutes into a run; the second of two sessions has been waiting for somebody since. */
async function leaveWaiting(startedMinutesAgo = 50) {
  const at = Date.now() - startedMinutesAgo * MINUTE_MS
  const subject = { projectId: newId(), taskId: null, notes: '', tags: [] }
  const config = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
  const event = { type: 'start', at, runId: newId(), subject, config, isInfinite: false, zone: 'UTC' } as const
  truth.receive([{ id: newId(), device: newId(), sequence: 1, base: null, sawWait: false, event }])
  const known = truth.read()
  await openOutbox(userId).change((kept) => [applySnapshot(kept, known, 0), undefined])
  truth.hold(at + 10 * MINUTE_MS)
}
const savedMinutes = () =>
  focusSessionsAt(truth.history(), Date.now())
    .filter(({ status }) => status === 'saved')
    .map(({ segments: stretches }) => Math.round(totalOf(stretches) / MINUTE_MS))

// prettier-ignore
test.each<[string, number, TimerPress, CommandOutcome, string[]]>([
  ['start',                           50, ({ resume }) => resume(),           { ok: true },                       ['start', 'resume']],
  ['stop',                            50, ({ stop }) => stop({ save: true }), { ok: true },                       ['start', 'stop']],
  ['pause',                           50, ({ pause }) => pause(),             { ok: false, code: 'not-running' }, ['start']],
  ['close what it took for complete', 90, ({ dismiss }) => dismiss(),         { ok: false, code: 'not-active' },  ['start']],
])('Y9 a page that is opened later asks before its first press: %s', async (_what, minutes, press, outcome, heard) => {
  await leaveWaiting(minutes)
  const page = load()
  expect(await press(page.actions)).toEqual(outcome)
  await page.client.flush()
  expect(truth.receivedTypes()).toEqual(heard)
  expect(savedMinutes()).toEqual([25])
})

test('Y9 a page that knows the time, but not yet the timer, waits for it before a press', async () => {
  await leaveWaiting()
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<() => void>()
  io.on('connection', (socket) => {
    socket.removeAllListeners('timer:requestSync')
    socket.on('timer:requestSync', (_message, answer: (snapshot: unknown) => void) => ask(() => answer(truth.read())))
  })
  const page = load()
  const answer = await isAsked
  await soon(() => expect(heard.filter((name) => name === 'timer:clock')).toHaveLength(5))
  const pressed = page.actions.resume()
  answer()
  expect(await pressed).toEqual({ ok: true })
})

// prettier-ignore
test.each<[string, ('Date' | 'performance')[]]>([
  ['slept',      ['Date']],
  ['was frozen', ['Date', 'performance']],
])('Y9 a page that %s asks before its next press', async (_what, clocks) => {
  vi.useFakeTimers({ now: Date.now(), toFake: clocks })
  const page = await open()
  await connected(page)
  await soon(() => expect(heard.filter((name) => name === 'timer:clock')).toHaveLength(5))
  await page.actions.start()
  await page.client.flush()
  vi.advanceTimersByTime(50 * MINUTE_MS)
  truth.hold(Date.now() - 40 * MINUTE_MS)
  dispatchEvent(new Event('focus'))
  await page.actions.stop({ save: true })
  await page.client.flush()
  expect(truth.receivedTypes()).toEqual(['start', 'stop'])
  expect(savedMinutes()).toEqual([25])
})

test('Y5 without a network a page that is opened later takes a press at once', async () => {
  await leaveWaiting()
  await io.close()
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  const page = load()
  const pressedAt = Date.now()
  expect(await page.actions.pause()).toEqual({ ok: true })
  expect(Date.now() - pressedAt).toBeLessThan(1_000)
})

test('Q3 work on a project that waits to be sent waits for it', async () => {
  const page = await open()
  await connected(page)
  const creation = { list: 'projects', requests: [], optimisticPatch: {}, isNew: true } as const
  setQueue([{ ...creation, failure: 'projects.failed.create', key: 1 }])
  await page.actions.start()
  await page.client.flush()
  expect(truth.receivedTypes()).toEqual([])
  expect(page.store.getState().pendingRunCount).toBe(1)
  setQueue([])
  await page.client.flush()
  expect(truth.receivedTypes()).toEqual(['start'])
})
