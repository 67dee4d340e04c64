import type { FastifyBaseLogger } from 'fastify'
import { omitNulls } from '#contract/input/omit-nulls.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import { TIMER_EVENTS, type TimerEventName } from '#contract/timer-events.ts'
import { TimerMessage } from '#contract/input/timer-message.ts'
import { validate } from '#contract/validate.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import type { Sockets, UserSocket } from '#server/realtime/socket-types.ts'
import { beforeConnection, isConnected, userRoom } from '#server/realtime/sockets.ts'
import { broadcastUpdate, toStatePayload } from './broadcast.ts'
import { createLegacyClients } from './legacy/legacy-clients.ts'
import { stateFromSnapshot } from './legacy/state-messages.ts'
import { recordDisconnect, recordLegacyClient } from './queries.ts'
import type { Timer } from './timer.ts'

const MIN_TICK_INTERVAL_MS = 500
/** Disconnects for these reasons are caused by the server's stop, not by the user. */
const SHUTDOWN_REASONS: string[] = ['server shutting down', 'forced close']

interface Options {
  io: Sockets
  db: Db
  timer: Timer
  now: () => number
  log: FastifyBaseLogger
}

/** Sends every change to the user's clients: the specification's fields, and a whole snapshot beside them. */
export function timerSockets({ io, db, timer, now, log }: Options) {
  const fail = (error: unknown) => log.error({ err: error }, 'timer event failed')
  const legacyClients = createLegacyClients({ io, db, timer, now })
  timer.onChange((update) => broadcastUpdate(io, update))
  beforeConnection(io, log, ({ data }) => timer.handleConnect(data.userId))

  io.on('connection', (socket) => {
    const { userId, isLegacy } = socket.data
    if (isLegacy) recordLegacyClient(db, userId, now()).catch(fail)
    socket.on('disconnect', (reason) => {
      if (!SHUTDOWN_REASONS.includes(reason) && !isConnected(io, userId))
        recordDisconnect(db, userId, now()).catch(fail)
    })
    socket.on('timer:clock', (answer) => reply(answer, now()))
    socket.on('timer:requestSync', (_message, answer) => {
      socket.to(userRoom(userId)).emit('timer:requestState', { timestamp: now() })
      sync(socket, answer).catch(fail)
    })
    listen(socket)
  })

  return {
    /** Sends the timer's state to every client of this server, which may have missed changes on another server. */
    async resyncClients() {
      for (const socket of io.sockets.sockets.values()) await sync(socket, sendState(socket)).catch(fail)
    },
  }

  /** Applies the messages of one client in the order in which they arrive. */
  function listen(socket: UserSocket) {
    let [tickedAt, queue] = [0, Promise.resolve()]
    for (const name of TIMER_EVENTS)
      socket.on(name, (...given: unknown[]) => {
        const answer = given.find((part) => typeof part === 'function')
        const read = readMessage(given[0] === answer ? null : given[0])
        if (!read.ok) {
          log.debug({ event: name, field: read.field }, 'timer event cannot be read')
          return reply(answer, { error: 'invalid', field: read.field })
        }
        const { message } = read
        const isTick = name === 'timer:tick' && message.cmd === undefined
        if (isTick && now() - tickedAt < MIN_TICK_INTERVAL_MS) return reply(answer, { error: 'rate' })
        if (isTick) tickedAt = now()
        queue = queue.then(() => applyMessage(socket, name, message, answer)).catch(failWith(answer, fail))
      })
  }

  async function applyMessage(socket: UserSocket, name: TimerEventName, given: TimerMessage, answer: unknown) {
    const { cmd, ...message } = given
    const { userId, isLegacy } = socket.data
    const origin = { socketId: socket.id, eventName: name }
    if (cmd !== undefined) return reply(answer, await timer.applyCommands(userId, [cmd], origin))
    if (name === 'timer:tick') await legacyClients.handleTick(socket, message)
    else if (isLegacy) return reply(answer, await legacyClients.applyMessage(socket, message, origin))
    if (answer !== undefined) reply(answer, { acks: [], snapshot: await timer.read(userId) })
  }

  /** Sends a client the timer's state. If that is idle, requests the state of a legacy client, which may be running. */
  async function sync(socket: UserSocket, answer: unknown) {
    const snapshot = await timer.read(socket.data.userId)
    reply(answer, snapshot)
    if (!socket.data.isLegacy) return
    if (stateFromSnapshot(snapshot).status === 'idle') socket.emit('timer:requestState', { timestamp: snapshot.now })
    else legacyClients.sendState(socket, snapshot)
  }
}

/** Validates a message; if it cannot be read, names the field that is wrong. An event may come without any message. */
function readMessage(given: unknown) {
  const parsed = validate(TimerMessage, omitNulls(TimerMessage, given ?? {}))
  if (parsed.ok) return { ok: true as const, message: parsed.data }
  return { ok: false as const, field: Object.keys(parsed.problems)[0] || undefined }
}

const sendState = (socket: UserSocket) => (snapshot: TimerSnapshot) =>
  socket.emit('timer:state', toStatePayload(snapshot, socket.data.userId))

/** A client of ours sends a refused command again by HTTP, and learns there how long it has to wait. */
const failWith = (answer: unknown, fail: (error: unknown) => void) => (error: unknown) => {
  if (error instanceof Refusal && error.code === 'rate-limited') reply(answer, { error: 'rate' })
  else fail(error)
}

/** Calls the callback of an event. A client may leave it out, or send anything in its place. */
function reply(answer: unknown, value: unknown) {
  if (typeof answer === 'function') answer(value)
}
