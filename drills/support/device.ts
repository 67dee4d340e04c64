import { randomUUID } from 'node:crypto'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { PendingCommand } from '#core/timer/device/prediction.ts'
import { ApiError } from '#web/api/api-error.ts'
import { createClock, type Probe } from '#web/features/timer/clock/clock.ts'
import { createActions } from '#web/features/timer/commands/actions.ts'
import { createCommandKind, type RejectedCommand } from '#web/features/timer/commands/command-kind.ts'
import { applySnapshot, withTimer } from '#web/features/timer/commands/stored-commands.ts'
import { type Connection, openConnection } from '#web/features/timer/connection/connection.ts'
import { createTimerStore, type TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import { createSyncEngine } from '#web/sync/engine.ts'
import { createMemoryStorage } from '#web/sync/testing/memory-storage.ts'
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

/** A device of a user, made of the web app's own modules: clock, sync engine, prediction and connection. */
export async function openDevice(person: Person, { url, aheadMs = 0, behindMs = 0 }: DeviceOptions) {
  const time = createDeviceTime(aheadMs, behindMs)
  const clock = createClock(time)
  const store = createTimerStore(clock)
  const sync = createDeviceSync(person)
  const pressed = collectPressed(store)
  const refused: string[] = []
  let isClosed = false

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
  sync.register(
    createCommandKind({
      send: createCommandTransport({ person, url, connection, store }),
      isEnabled: () => true,
      clockOffset: clock.offset,
      onRejected: ({ code, event }: RejectedCommand) => void refused.push(`${event.type}: ${code}`),
    }),
  )
  sync.store.subscribe(store.showStored)

  const receiveSnapshot = (snapshot: TimerSnapshot) =>
    sync.change((data) => [applySnapshot(data, snapshot, clock.offset()), undefined])

  /** Reads the server's state first, then sends pending commands. */
  async function catchUp() {
    const call = { path: '/timer', token: person.token }
    const snapshot = (await connection.requestSync()) ?? (await callOnce(url, call)).data
    if (snapshot !== undefined) await receiveSnapshot(snapshot)
    await sync.flush()
  }

  const actions = createActions({ store, clock, sync, whenFresh: () => undefined })
  sync.start()
  await sync.change((data) => [withTimer(data, randomUUID()), undefined])
  await actions.select({ projectId: person.project })
  const close = () => {
    isClosed = true
    connection.close()
    sync.stop()
    store.reset()
  }
  const { isConnected } = connection
  const clocks = { now: clock.now, advance: time.advance }
  return { person, actions, pressed, refused, isConnected, state: store.getState, ...clocks, close }
}

/** The engine of a device with one tab, which retries more often than a page. */
function createDeviceSync({ id }: Person) {
  const disk = createMemoryStorage()
  return createSyncEngine({
    openDisk: async () => disk,
    tabs: { withLock: (task) => task(), post: () => {}, onPost: () => {}, close: () => {} },
    session: { userId: () => id, onChange: () => () => {} },
    runLater: (task) => {
      const timeout = setTimeout(task, RETRY_MS)
      return () => clearTimeout(timeout)
    },
  })
}

/** Collects the commands of this device, in order. */
function collectPressed(store: TimerStore) {
  const pressed: PendingCommand[] = []
  store.subscribe(({ pending }, before) => {
    const known = new Set(before.pending.map(({ id }) => id))
    pressed.push(...pending.filter(({ id }) => !known.has(id)))
  })
  return pressed
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
    if (data === undefined) throw new ApiError('offline')
    return data as TimerReply
  }

  function toMessage(command: Command): TimerMessage {
    const cmd = command as TimerMessage['cmd']
    return { ...toTimerMessage(store.getState()), timestamp: command.event.at, cmd }
  }
}
