import 'fake-indexeddb/auto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#core/timer/merge.ts'
import { setWaiting } from '#web/api/changes.ts'
import { newId } from '#web/api/new-id.ts'
import { endSession, onSessionChange, startSession } from '#web/api/session.ts'
import { createActions } from './actions.ts'
import { createClock } from './clock.ts'
import { openOutbox } from './outbox.ts'
import { createTimerStore } from './store.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { startVisit, type Visit } from './visit.ts'

const tokenOf = (sub: string) => `header.${btoa(JSON.stringify({ exp: 4_000_000_000, sub }))}.signature`

/** Patient, as other work may slow this down. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

let truth: TestServer
let http: HttpServer
let io: Server
let url: string
let userId: string
let heard: string[]
const visits: Visit[] = []
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
        answer(truth.take([cmd]))
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
    return Promise.resolve(json(truth.take(commands)))
  })
  vi.stubGlobal('fetch', fetched)
})

afterEach(async () => {
  for (const visit of visits.splice(0)) visit.end()
  endSession()
  await io.close()
  vi.unstubAllGlobals()
})

/** A page that is open; pages of one user on one device share what is kept. */
async function open({ user = userId, kept = user }: { user?: string; kept?: string } = {}) {
  const clock = createClock()
  const store = createTimerStore(clock)
  const outbox = openOutbox(kept)
  const actions = createActions({ store, clock, outbox: () => outbox, onAppend: () => visit.tell() })
  const visit = startVisit({ userId: user, url, store, clock, outbox, actions, onRefused: () => undefined })
  visits.push(visit)
  await visit.isReady
  await actions.select({ projectId: newId() })
  return { store, actions, visit, outbox, view: () => store.getState().view }
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
  expect(truth.heard()).toEqual(['start', 'pause'])
  expect(heard).toContain('timer:tick')
  expect(fetched).not.toHaveBeenCalled()
})

test('Y12 a device on its own sends and takes nothing; once it is no longer, all is made up for', async () => {
  const [one, two] = [await open({ kept: newId() }), await open({ kept: newId() })]
  await Promise.all([connected(one), connected(two)])
  two.store.refresh({ isSyncEnabled: false })
  await one.actions.start()
  await soon(() => expect(truth.heard()).toEqual(['start']))
  await two.actions.start({ stopwatch: true })
  expect(two.view().runId).not.toBe(one.view().runId)
  expect(two.store.getState().waiting).toBe(1)
  expect(truth.heard()).toEqual(['start'])
  two.store.refresh({ isSyncEnabled: true })
  await two.visit.catchUp()
  await soon(() => expect(one.view().runId).toBe(two.view().runId))
  expect(two.store.getState().waiting).toBe(0)
})

test('Y12 without a live connection calls do', async () => {
  await io.close()
  const page = await open()
  await page.actions.start()
  await soon(() => expect(page.store.getState().waiting).toBe(0))
  expect(heard).toContain('POST /api/timer/commands')
  await soon(() => expect(heard).toContain('GET /api/timer'))
})

test('Y12 a connection that is lost comes back, and is not asked for twice', async () => {
  const page = await open()
  await connected(page)
  io.disconnectSockets(true)
  await soon(() => expect(page.store.getState().socketConnected).toBe(false))
  for (let count = 0; count < 5; count++) page.visit.nudge()
  await connected(page)
  page.visit.nudge()
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
  await page.visit.flush()
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
  await page.visit.flush()
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

test('Q3 work on a project that waits to be sent waits for it', async () => {
  const page = await open()
  await connected(page)
  const project = { list: 'projects', calls: [], shows: {}, isNew: true, failure: 'projects.failed.create' } as const
  setWaiting([{ ...project, key: 1 }])
  await page.actions.start()
  await page.visit.flush()
  expect(truth.heard()).toEqual([])
  expect(page.store.getState().waiting).toBe(1)
  setWaiting([])
  await page.visit.flush()
  expect(truth.heard()).toEqual(['start'])
})
