import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { TIMER_EVENTS } from '#contract/timer-events.ts'
import { SECOND_MS } from '#core/time/units.ts'
import { connectLegacyClient, waitUntilHandled } from '#server/testing/legacy-client.ts'
import { expectAllShow, setUpLegacyClients } from '#server/testing/legacy-setup.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

test('R3 two legacy clients and one of ours show the same timer', async () => {
  const { ann, project, legacy, clock, runNow } = await setUpLegacyClients()
  const [left, right, ours] = [await legacy(), await legacy(), createTimerDevice(ann, clock)]
  left.start(project)
  await expectAllShow([left, right], { status: 'running', mode: 'work', elapsed: 0 })
  for (let second = 0; second < 30; second++) {
    clock.now += SECOND_MS
    left.tick()
    right.tick()
  }
  await expect.poll(runNow).not.toBeNull()
  await ours.load()
  await ours.send([ours.act({ type: 'pause' })])
  await expectAllShow([left, right], { status: 'paused', mode: 'work', elapsed: 30 })
  clock.now += 10 * SECOND_MS
  right.resume()
  await expectAllShow([left, right], { status: 'running', mode: 'work', elapsed: 30 })
  await expect.poll(async () => (await runNow()).log.length).toBe(3)
  await ours.load()
  await ours.send([ours.act({ type: 'skip', save: true })])
  await expectAllShow([left, right], { status: 'running', mode: 'break', elapsed: 0 })
  left.stop(false)
  await expectAllShow([left, right], { status: 'idle', mode: 'work', elapsed: 0 })
  expect((await ann.get('/time-entries')).json().data).toMatchObject([{ duration: 30 * SECOND_MS }])
})

test('R5 the state of an idle client does not start the timer', async () => {
  const { legacy, project, runNow, clock } = await setUpLegacyClients()
  const [first, second] = [await legacy(), await legacy()]
  // After the first round both have answered the requests for their state, after the second the answers are handled.
  for (const client of [first, second, first, second]) await client.waitUntilHandled()
  await expectAllShow([first, second], { status: 'idle', mode: 'work', elapsed: 0 })
  expect(await runNow()).toBeNull()

  first.start(project)
  await expectAllShow([second], { status: 'running', mode: 'work', elapsed: 0 })
  clock.now += 5 * SECOND_MS
  const third = await legacy()
  await expectAllShow([third], { status: 'running', mode: 'work', elapsed: 5 })
})

test('R5 a client that missed the stop does not restart the run; a timer that only the client knows is adopted', async () => {
  const { legacy, project, runNow, clock, raw: annsRaw } = await setUpLegacyClients()
  const [first, second] = [await legacy(), await legacy()]
  first.start(project)
  await expect.poll(runNow).not.toBeNull()
  clock.now += 10 * SECOND_MS
  second.stop(true)
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
  const raw = await annsRaw()
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
  const { legacy, project, runNow } = await setUpLegacyClients()
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  client.start(project)
  client.resume()
  await expectAllShow([client], { status: 'running', mode: 'work', elapsed: 0 })
  client.stop(false)
  client.pause()
  await expectAllShow([client], { status: 'idle', mode: 'work', elapsed: 0 })
  await expect.poll(async () => (await runNow()).log.length).toBe(2)
})

test('R1 the clients of one user receive nothing about the timer of another', async () => {
  const { legacy, project, signUp, url, clock, runNow } = await setUpLegacyClients()
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
  const { url, auth, project, clock } = await setUpLegacyClients()
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
  // A client takes null for an absent field, which the server may fill in.
  for (const [index, said] of relayed!.entries()) {
    const told = Object.entries(said).filter(([, value]) => value !== null && value !== undefined)
    expect(ours![index]).toMatchObject(Object.fromEntries(told))
  }
})

test('T21 a user who reconnects after a phase was due finds the next one on hold, even before the sweep', async () => {
  const { legacy, project, clock, runNow, count, db } = await setUpLegacyClients()
  const left = await legacy()
  left.start(project)
  await expect.poll(runNow).not.toBeNull()
  clock.now += SECOND_MS
  left.disconnect()
  const seenAt = async () => (await db.selectFrom('timers').select('seen_at').executeTakeFirstOrThrow()).seen_at
  await expect.poll(seenAt).toBe(clock.now)
  clock.now += 8 * 60 * 60 * SECOND_MS
  const back = await legacy()
  await expectAllShow([back], { status: 'paused', mode: 'work', elapsed: 0 })
  expect((await runNow()).heldAt).not.toBeNull()
  expect(await count()).toBe(1)
})

test('T21 after the server itself slept, connected users do not count as present during the sleep', async () => {
  const { legacy, project, clock, runNow, count, app } = await setUpLegacyClients()
  const client = await legacy()
  client.start(project)
  await expect.poll(runNow).not.toBeNull()
  await app.timer.advanceDue()
  clock.now += 8 * 60 * 60 * SECOND_MS
  await app.timer.advanceDue()
  expect((await runNow()).heldAt).not.toBeNull()
  expect(await count()).toBe(1)
  await expectAllShow([client], { status: 'paused', mode: 'work', elapsed: 0 })
})
