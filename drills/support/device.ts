import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { TimerMessage } from '#contract/timer-events.ts'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { createClock, type Probe } from '#web/features/timer/clock/clock.ts'
import { createActions } from '#web/features/timer/commands/actions.ts'
import { type Connection, openConnection } from '#web/features/timer/connection/connection.ts'
import { runOneAtATime } from '#web/api/one-at-a-time.ts'
import { applySnapshot, type DeviceTimerState } from '#web/features/timer/outbox/device-state.ts'
import { openOutbox, type Outbox } from '#web/features/timer/outbox/outbox.ts'
import { type RejectedCommand, sendPendingCommands } from '#web/features/timer/outbox/send-pending-commands.ts'
import { createTimerStore, type TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import { callOnce } from './calls.ts'
import type { Person } from './people.ts'

const RETRY_MS = 300
const EVENT_NAMES = { start: 'timer:start', pause: 'timer:pause', resume: 'timer:resume', stop: 'timer:stop' } as const

interface DeviceOptions {
  url: string
  /** How far its clock is ahead of the server's. */
  aheadMs?: number
  /** How far in the past it starts, for a device that was offline since. */
  behindMs?: number
}

export type Device = Awaited<ReturnType<typeof openDevice>>

/** A device of a user, made of the web app's own modules: clock, outbox, prediction and connection. */
export async function openDevice(person: Person, { url, aheadMs = 0, behindMs = 0 }: DeviceOptions) {
  const time = createDeviceTime(aheadMs, behindMs)
  const clock = createClock(time)
  const store = createTimerStore(clock)
  const outbox = openOutbox(randomUUID())
  const pressed: Command[] = []
  const refused: string[] = []
  let isClosed = false
  const show = (state: DeviceTimerState) => store.applyDeviceState(state, outbox.isDurable())

  const connection = openConnection({
    url,
    // The connection reads this machine's clock, so its probes are shifted to the device's clock.
    clock: { ...clock, addProbe: (probe) => clock.addProbe(shiftProbe(probe, aheadMs)) },
    auth: () => ({ token: person.token, proto: 2, clock: time.wall() }),
    onSnapshot: (snapshot) => void receiveSnapshot(snapshot),
    currentMessage: () => undefined,
    onRevoked: () => {},
    checkSession: () => {},
    onConnected: (isConnected) =>
      void (isConnected && !isClosed && Promise.all([connection.probeRepeatedly(), catchUp()])),
  })
  const send = createCommandTransport({ person, url, connection, store })

  const receiveSnapshot = async (snapshot: TimerSnapshot) =>
    show(await updateState(outbox, (state) => applySnapshot(state, snapshot, clock.offset())))

  /** Reads the server's state first, then sends pending commands. */
  async function catchUp() {
    const call = { path: '/timer', token: person.token }
    const snapshot = (await connection.requestSync()) ?? (await callOnce(url, call)).data
    if (snapshot !== undefined) await receiveSnapshot(snapshot)
    await flush()
  }

  const flush = runOneAtATime(async () => {
    const onRejected = ({ code, event }: RejectedCommand) => void refused.push(`${event.type}: ${code}`)
    const callbacks = { isAllowed: () => !isClosed, onStateChange: show, onRejected }
    await sendPendingCommands({ outbox, send, clockOffset: clock.offset, ...callbacks }).catch(
      () => void (isClosed || setTimeout(() => void flush(), RETRY_MS)),
    )
  })

  function onAppend() {
    pressed.push(...store.getState().pending.slice(-1))
    void flush()
  }
  const actions = createActions({ store, clock, outbox: () => outbox, whenFresh: () => undefined, onAppend })
  show(await outbox.read())
  await actions.select({ projectId: person.project })
  const close = () => {
    isClosed = true
    connection.close()
    store.reset()
  }
  const { isConnected } = connection
  const clocks = { now: clock.now, advance: time.advance }
  return { person, actions, pressed, refused, isConnected, state: store.getState, ...clocks, close }
}

/** The wall clock and monotonic clock of a device, which can be advanced. */
function createDeviceTime(aheadMs: number, behindMs: number) {
  let passed = 0
  return {
    wall: () => Date.now() + aheadMs - behindMs + passed,
    mono: () => performance.now() + passed,
    advance: (milliseconds: number) => void (passed += milliseconds),
  }
}

const shiftProbe = ({ sentAt, serverAt, receivedAt }: Probe, byMs: number): Probe => ({
  sentAt: sentAt + byMs,
  serverAt,
  receivedAt: receivedAt + byMs,
})

const updateState = (outbox: Outbox, edit: (state: DeviceTimerState) => DeviceTimerState) =>
  outbox.change((state) => {
    const after = edit(state)
    return [after, after]
  })

interface TransportOptions {
  person: Person
  url: string
  connection: Connection
  store: TimerStore
}

/** Sends a single command over the socket, and several over HTTP. */
function createCommandTransport({ person, url, connection, store }: TransportOptions) {
  return async (commands: readonly Command[]) => {
    const [first, ...others] = commands
    const name = others.length === 0 ? EVENT_NAMES[first!.event.type as keyof typeof EVENT_NAMES] : undefined
    const reply = name && (await connection.send(name, toMessage(first!)))
    if (reply && 'acks' in reply) return reply
    const { data } = await callOnce(url, { path: '/timer/commands', body: { commands }, token: person.token })
    if (data === undefined) throw new Error('no reply')
    return data as TimerReply
  }

  function toMessage(command: Command): TimerMessage {
    const cmd = command as TimerMessage['cmd']
    return { ...toTimerMessage(store.getState()), timestamp: command.event.at, cmd }
  }
}
