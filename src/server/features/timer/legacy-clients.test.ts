import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { TIMER_EVENTS } from '#contract/timer-events.ts'
import { SECOND_MS } from '#core/time/units.ts'
import { connectLegacyClient, waitUntilHandled } from '#server/testing/legacy-client.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

async function annOnline() {
  const parts = await testApp()
  await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = parts.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const ann = await parts.signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  const auth = { token: ann.token, userId: ann.user.id }
  const save = async (entry: object) => (await ann.post('/time-entries', entry)).json()
  const legacy = async () => {
    const client = await connectLegacyClient({ url, auth, save, clock: parts.clock })
    onTestFinished(() => void client.disconnect())
    return client
  }
  const runNow = async () => (await ann.get('/timer')).json().data.run
  const count = async () => (await ann.get('/time-entries')).json().data.length
  return { ...parts, url, ann, auth, project, legacy, runNow, count }
}

type LegacyClient = Awaited<ReturnType<typeof connectLegacyClient>>
const outline = ({ state }: LegacyClient) => ({ status: state().status, mode: state().mode, elapsed: state().elapsed })
const allShow = async (clients: LegacyClient[], wanted: object) => {
  await expect.poll(() => clients.map(outline)).toEqual(clients.map(() => wanted))
}

test('R3 two legacy clients and one of ours show the same timer', async () => {
  const { ann, project, legacy, clock, runNow } = await annOnline()
  const [left, right, ours] = [await legacy(), await legacy(), createTimerDevice(ann, clock)]
  left.start(project)
  await allShow([left, right], { status: 'running', mode: 'work', elapsed: 0 })
  for (let second = 0; second < 30; second++) {
    clock.now += SECOND_MS
    left.tick()
    right.tick()
  }
  await expect.poll(runNow).not.toBeNull()
  await ours.load()
  await ours.send([ours.act({ type: 'pause' })])
  await allShow([left, right], { status: 'paused', mode: 'work', elapsed: 30 })
  clock.now += 10 * SECOND_MS
  right.resume()
  await allShow([left, right], { status: 'running', mode: 'work', elapsed: 30 })
  await expect.poll(async () => (await runNow()).log.length).toBe(3)
  await ours.load()
  await ours.send([ours.act({ type: 'skip', save: true })])
  await allShow([left, right], { status: 'running', mode: 'break', elapsed: 0 })
  left.stop(false)
  await allShow([left, right], { status: 'idle', mode: 'work', elapsed: 0 })
  expect((await ann.get('/time-entries')).json().data).toMatchObject([{ duration: 30 * SECOND_MS }])
})

test.each([1, 4])('R4 %i tabs that each save the ended session create one entry', async (tabs) => {
  const { app, project, legacy, clock, count, runNow } = await annOnline()
  const clients = await Promise.all(Array.from({ length: tabs }, legacy))
  clients[0]!.start(project, { workDuration: 1, breakDuration: 1, repetitions: 2 })
  await allShow(clients, { status: 'running', mode: 'work', elapsed: 0 })
  await expect.poll(runNow).not.toBeNull()
  for (let second = 0; second < 60; second++) {
    clock.now += SECOND_MS
    for (const client of clients) client.tick()
  }
  await Promise.all(clients.map((client) => client.saved()))
  await app.timer.advanceDue()
  expect(await count()).toBe(1)
  await allShow(clients, { status: 'running', mode: 'break', elapsed: 0 })
})

test.each([true, false])(
  'R4 a session that a tab stops and saves itself is saved once (shouldSave: %s)',
  async (said) => {
    const { ann, project, legacy, clock, count, runNow } = await annOnline()
    const client = await legacy()
    client.start(project)
    await expect.poll(runNow).not.toBeNull()
    for (let second = 0; second < 90; second++) {
      clock.now += SECOND_MS
      client.tick()
    }
    const startTime = new Date(clock.now - 90 * SECOND_MS).toISOString()
    const posted = { project, startTime, endTime: new Date(clock.now).toISOString(), duration: 90 * SECOND_MS }
    // Some clients save first, and then stop with `shouldSave: false`.
    if (!said) await ann.post('/time-entries', posted)
    client.stop(said)
    await client.saved()
    await expect.poll(async () => (await runNow()).log.length).toBe(2)
    expect(await count()).toBe(1)
  },
)

test('R4 entries that are added by hand are not matched to a focus session', async () => {
  const { ann, project, clock, count } = await annOnline()
  const entry = {
    project,
    startTime: new Date(clock.now - 90 * SECOND_MS).toISOString(),
    endTime: new Date(clock.now).toISOString(),
  }
  await ann.post('/time-entries', entry)
  await ann.post('/time-entries', entry)
  expect(await count()).toBe(2)
})

test('R5 the state of an idle client does not start the timer', async () => {
  const { legacy, project, runNow, clock } = await annOnline()
  const [first, second] = [await legacy(), await legacy()]
  // After the first round both have answered the requests for their state, after the second the answers are handled.
  for (const client of [first, second, first, second]) await client.waitUntilHandled()
  await allShow([first, second], { status: 'idle', mode: 'work', elapsed: 0 })
  expect(await runNow()).toBeNull()

  first.start(project)
  await allShow([second], { status: 'running', mode: 'work', elapsed: 0 })
  clock.now += 5 * SECOND_MS
  const third = await legacy()
  await allShow([third], { status: 'running', mode: 'work', elapsed: 5 })
})

test('R5 a client that missed the stop does not restart the run; a timer that only the client knows is adopted', async () => {
  const { legacy, project, runNow, clock, auth, url } = await annOnline()
  const [first, second] = [await legacy(), await legacy()]
  first.start(project)
  await expect.poll(runNow).not.toBeNull()
  clock.now += 10 * SECOND_MS
  second.stop(true)
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
  const raw = io(url, { transports: ['websocket'], auth })
  onTestFinished(() => void raw.disconnect())
  await once(raw as never, 'connect')
  clock.now += 10 * SECOND_MS
  const stale = { status: 'running', mode: 'work', elapsed: 20, projectId: project, shouldSave: false }
  raw.emit('timer:start', stale)
  raw.emit('timer:tick', stale)
  raw.emit('timer:start', { ...stale, status: 'idle', elapsed: 0 })
  expect(await waitUntilHandled(raw)).toMatchObject({ acks: [], awaited: 1 })
  expect((await runNow()).log).toHaveLength(2)

  clock.now += 60 * SECOND_MS
  // Legacy clients may send fractions of a second.
  raw.emit('timer:start', { ...stale, elapsed: 50.000_4 })
  await expect.poll(async () => (await runNow()).log[0].event.at).toBe(clock.now - 50 * SECOND_MS)
})

test('R6 a client whose message is refused is sent the real state', async () => {
  const { legacy, project, runNow } = await annOnline()
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  client.start(project)
  client.resume()
  await allShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  client.stop(false)
  client.pause()
  await allShow([client], { status: 'idle', mode: 'work', elapsed: 0 })
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
})

test('R2 invalid messages have no effect', async () => {
  const { auth, url, legacy, runNow } = await annOnline()
  const client = await legacy()
  const raw = io(url, { transports: ['websocket'], auth })
  onTestFinished(() => void raw.disconnect())
  await once(raw as never, 'connect')
  for (const bad of ['text', 7, null, { elapsed: -1 }, { status: 'dancing' }, { projectId: '../x' }, { cmd: {} }])
    raw.emit('timer:start', bad)
  expect(await raw.emitWithAck('timer:start', { cmd: { id: 7 } })).toEqual({ error: 'invalid' })
  expect(await runNow()).toBeNull()
  expect(client.received).toEqual([])
})

test('R1 the clients of one user receive nothing about the timer of another', async () => {
  const { legacy, project, signUp, url, clock, runNow } = await annOnline()
  const bob = await signUp('Bob')
  const stranger = await connectLegacyClient({ url, auth: { token: bob.token }, clock })
  onTestFinished(() => void stranger.disconnect())
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  client.stop(true)
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
  expect(stranger.received).toEqual([])
  expect((await bob.get('/timer')).json().data.run).toBeNull()
})

/** A server that only forwards each message to the other clients. */
async function plainRelay() {
  const server = createServer()
  const relay = new Server(server)
  relay.on('connection', (socket) => {
    for (const name of TIMER_EVENTS) socket.on(name, (message) => socket.broadcast.emit(name, message))
    socket.on('timer:requestSync', (_message, answer: () => void) => {
      socket.broadcast.emit('timer:requestState', { timestamp: 0 })
      answer()
    })
    socket.on('timer:clock', (answer: () => void) => answer())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => relay.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

test('I13 two legacy clients receive the same messages through our server as through a plain relay', async () => {
  const { url, auth, project, clock } = await annOnline()
  const traces: object[][] = []
  for (const server of [await plainRelay(), url]) {
    const [left, right] = [
      await connectLegacyClient({ url: server, auth, clock }),
      await connectLegacyClient({ url: server, auth, clock }),
    ]
    onTestFinished(() => void [left, right].map((client) => client.disconnect()))
    // The idle client's answer to the request for its state may still be on its way to the other.
    for (const client of [left, right, left, right]) await client.ping()
    const before = right.received.length
    const script: (() => void)[] = [
      () => left.start(project),
      () => left.pause(),
      () => left.resume(),
      () => left.pause(),
      () => left.start(project),
      () => left.stop(true),
      () => left.start(project),
      () => left.stop(false),
    ]
    for (const step of script) {
      const known = right.received.length
      step()
      await expect.poll(() => right.received.length).toBe(known + 1)
      clock.now += SECOND_MS
      left.tick()
      right.tick()
    }
    traces.push(
      right.received.slice(before).map(([name, { status, mode, elapsed, shouldSave, projectId }]) => ({
        name,
        status,
        mode,
        elapsed,
        shouldSave,
        projectId,
      })),
    )
    for (const client of [left, right]) client.disconnect()
  }
  const [relayed, ours] = traces
  expect(ours!.map((said) => (said as { name: string }).name)).toEqual(
    relayed!.map((said) => (said as { name: string }).name),
  )
  for (const [index, said] of relayed!.entries())
    expect(ours![index]).toMatchObject(JSON.parse(JSON.stringify(said)) as object)
})

test('T21 a user who reconnects after a phase was due finds the next one on hold, even before the sweep', async () => {
  const { legacy, project, clock, runNow, count, db } = await annOnline()
  const left = await legacy()
  left.start(project)
  await expect.poll(runNow).not.toBeNull()
  clock.now += SECOND_MS
  left.disconnect()
  const seenAt = async () => (await db.selectFrom('timers').select('seen_at').executeTakeFirstOrThrow()).seen_at
  await expect.poll(seenAt).toBe(clock.now)
  clock.now += 8 * 60 * 60 * SECOND_MS
  const back = await legacy()
  await allShow([back], { status: 'paused', mode: 'work', elapsed: 0 })
  expect((await runNow()).heldAt).not.toBeNull()
  expect(await count()).toBe(1)
})

test('T21 after the server itself slept, connected users do not count as present during the sleep', async () => {
  const { legacy, project, clock, runNow, count, app } = await annOnline()
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  await app.timer.advanceDue()
  clock.now += 8 * 60 * 60 * SECOND_MS
  await app.timer.advanceDue()
  expect((await runNow()).heldAt).not.toBeNull()
  expect(await count()).toBe(1)
  await allShow([client], { status: 'paused', mode: 'work', elapsed: 0 })
})
