import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import type { TimerMessage } from '#contract/timer-events.ts'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { createActions } from '#web/features/timer/commands/actions.ts'
import { createClock, type Probe } from '#web/features/timer/clock/clock.ts'
import { type Connection, openConnection } from '#web/features/timer/connection/connection.ts'
import { sendPendingCommands, type RejectedCommand } from '#web/features/timer/outbox/send-pending-commands.ts'
import { type DeviceTimerState, applySnapshot } from '#web/features/timer/outbox/device-state.ts'
import { runOneAtATime } from '#web/features/timer/one-at-a-time.ts'
import { openOutbox, type Outbox } from '#web/features/timer/outbox/outbox.ts'
import { createTimerStore, type TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import { callOnce } from './calls.ts'
import type { Person } from './people.ts'

const RETRY_MS = 300
const EVENT_NAMES = { start: 'timer:start', pause: 'timer:pause', resume: 'timer:resume', stop: 'timer:stop' } as const

interface DeviceOptions {
  url: string
  /** How far its clock is ahead. */
  aheadMs?: number
  /** When it is there, as far as it knows: somebody may have been without a network since. */
  behindMs?: number
}

export type Device = Awaited<ReturnType<typeof openDevice>>

/** A device of somebody, made of the web app's own parts: clock, outbox, prediction and connection. */
export async function openDevice(person: Person, { url, aheadMs = 0, behindMs: agoMs = 0 }: DeviceOptions) {
  const times = createDeviceTime(aheadMs, agoMs)
  const clock = createClock(times)
  const store = createTimerStore(clock)
  // Of this device alone.
  const outbox = openOutbox(randomUUID())
  const pressed: Command[] = []
  const refused: string[] = []
  let isClosed = false
  const show = (state: DeviceTimerState) => store.applyDeviceState(state, outbox.isDurable())

  const connection = openConnection({
    url,
    // A connection reads the clock of this machine; the device's may be another.
    clock: { ...clock, addProbe: (probe) => clock.addProbe(shiftProbe(probe, aheadMs)) },
    auth: () => ({ token: person.token, proto: 2, clock: times.wall() }),
    onSnapshot: (snapshot) => void takeIn(snapshot),
    currentMessage: () => undefined,
    onRevoked: () => {},
    checkSession: () => {},
    onConnected: (isConnected) =>
      void (isConnected && !isClosed && Promise.all([connection.probeRepeatedly(), catchUp()])),
  })
  const send = createCommandTransport({ person, url, connection, store })

  const takeIn = async (snapshot: TimerSnapshot) =>
    show(await updateState(outbox, (kept) => applySnapshot(kept, snapshot, clock.offset())))

  /** What happened elsewhere, then what was done here. */
  async function catchUp() {
    const asked = { path: '/timer', token: person.token }
    const snapshot = (await connection.requestSync()) ?? (await callOnce(url, asked)).data
    if (snapshot !== undefined) await takeIn(snapshot)
    await flush()
  }

  const flush = runOneAtATime(async () => {
    const onRejected = ({ code, event }: RejectedCommand) => void refused.push(`${event.type}: ${code}`)
    const options = {
      outbox,
      send,
      clockOffset: clock.offset,
      isAllowed: () => !isClosed,
      onStateChange: show,
      onRejected,
    }
    await sendPendingCommands(options).catch(() => void (isClosed || setTimeout(() => void flush(), RETRY_MS)))
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
  return {
    person,
    actions,
    pressed,
    refused,
    now: clock.now,
    isConnected,
    shown: store.getState,
    pass: times.pass,
    close,
  }
}

/** The clocks of a device. Time may pass on it quicker than here, until it is now. */
function createDeviceTime(aheadMs: number, agoMs: number) {
  let passed = 0
  return {
    wall: () => Date.now() + aheadMs - agoMs + passed,
    mono: () => performance.now() + passed,
    pass: (milliseconds: number) => void (passed += milliseconds),
  }
}

const shiftProbe = ({ sentAt, serverAt, receivedAt }: Probe, byMs: number): Probe => ({
  sentAt: sentAt + byMs,
  serverAt,
  receivedAt: receivedAt + byMs,
})

const updateState = (outbox: Outbox, edit: (kept: DeviceTimerState) => DeviceTimerState) =>
  outbox.change((kept) => {
    const after = edit(kept)
    return [after, after]
  })

interface TransportOptions {
  person: Person
  url: string
  connection: Connection
  store: TimerStore
}

/** One command alone goes over the connection, everything else by a call. */
function createCommandTransport({ person, url, connection, store }: TransportOptions) {
  return async (commands: readonly Command[]) => {
    const [first, ...others] = commands
    const word = others.length === 0 ? EVENT_NAMES[first!.event.type as keyof typeof EVENT_NAMES] : undefined
    const reply = word && (await connection.send(word, messageOf(first!)))
    if (reply && 'acks' in reply) return reply
    const { data } = await callOnce(url, { path: '/timer/commands', body: { commands }, token: person.token })
    if (data === undefined) throw new Error('no answer')
    return data as TimerReply
  }

  function messageOf(command: Command): TimerMessage {
    const cmd = command as TimerMessage['cmd']
    return { ...toTimerMessage(store.getState()), timestamp: command.event.at, cmd }
  }
}
