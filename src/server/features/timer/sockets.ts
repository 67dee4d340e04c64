import type { FastifyBaseLogger } from 'fastify'
import type { TimerSnapshot } from '#contract/timer.ts'
import { TIMER_EVENTS, TimerMessage } from '#contract/timer-events.ts'
import { validate } from '#contract/validate.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import type { Sockets, UserSocket } from '#server/realtime/socket-types.ts'
import { beforeConnection, isConnected, legacyRoom, userRoom } from '#server/realtime/sockets.ts'
import { eventNameOf, stateFromSnapshot, toTimerEvent, toTimerMessage } from './legacy-protocol.ts'
import { recordDisconnect, recordLegacyClient } from './queries.ts'
import type { Origin, Timer, TimerUpdate } from './timer.ts'

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
    const { userId, isLegacy } = socket.data
    let [tickedAt, queue] = [0, Promise.resolve()]
    const enqueue = (work: () => Promise<void>) => {
      queue = queue.then(work).catch(fail)
    }
    for (const name of TIMER_EVENTS)
      socket.on(name, (given, answer) => {
        const parsed = validate(TimerMessage, given)
        if (!parsed.ok) return reply(answer, { error: 'invalid' })
        const { cmd, ...message } = parsed.data
        const origin = { socketId: socket.id, eventName: name }
        if (cmd !== undefined)
          return enqueue(async () => reply(answer, await timer.applyCommands(userId, [cmd], origin)))
        if (name === 'timer:tick' && now() - tickedAt >= MIN_TICK_INTERVAL_MS) {
          tickedAt = now()
          socket.to(legacyRoom(userId)).emit(name, message)
        }
        if (isLegacy) enqueue(() => applyLegacyMessage(socket, message, origin))
      })
  }

  /** Applies a message of a legacy client. If the message is refused, sends the timer's real state back. */
  async function applyLegacyMessage(socket: UserSocket, message: TimerMessage, origin: Origin) {
    const event = { name: origin.eventName, message, newId: () => newId(now()) }
    const applied = await timer.applyEvent(socket.data.userId, (state, at) => toTimerEvent(event, state, at), origin)
    if (applied?.ack.isAccepted === false) sendLegacyState(socket, applied.after, now())
  }

  /** Sends a client the timer's state. If that is idle, requests the state of a legacy client, which may be running. */
  async function sync(socket: UserSocket, answer: unknown) {
    const snapshot = await timer.read(socket.data.userId)
    reply(answer, snapshot)
    if (!socket.data.isLegacy) return
    const state = stateFromSnapshot(snapshot)
    if (state.status === 'idle') socket.emit('timer:requestState', { timestamp: snapshot.now })
    else sendLegacyState(socket, state, snapshot.now)
  }
}

const sendState = (socket: UserSocket) => (snapshot: TimerSnapshot) =>
  socket.emit('timer:state', toStatePayload(snapshot, socket.data.userId))

/** Calls the callback of an event. A client may leave it out, or send anything in its place. */
function reply(answer: unknown, value: unknown) {
  if (typeof answer === 'function') answer(value)
}

/** Brings a legacy client to the timer's state. */
function sendLegacyState(socket: UserSocket, state: TimerState, now: number) {
  const message = toTimerMessage(state, now)
  if (state.status === 'idle') socket.emit('timer:stop', { ...message, shouldSave: false })
  else socket.emit('timer:start', message)
  if (state.status === 'paused') socket.emit('timer:pause', message)
}

function broadcastUpdate(io: Sockets, update: TimerUpdate) {
  const { userId, origin, after, snapshot } = update
  const payload = toStatePayload(snapshot, userId)
  const message = { ...toTimerMessage(after, snapshot.now), ...payload }
  const others = origin ? io.to(userRoom(userId)).except(origin.socketId) : io.to(userRoom(userId))
  const event = acceptedEventIn(update)
  const name = event && (origin?.eventName ?? eventNameOf(event))
  if (name === undefined) others.except(legacyRoom(userId)).emit('timer:state', payload)
  else others.emit(name, event?.type === 'stop' ? { ...message, shouldSave: event.save } : message)
  // Without an event, a phase has ended by itself. Legacy clients switch phases themselves, but may be late.
  if (event === undefined && after.status !== 'idle') io.to(legacyRoom(userId)).emit('timer:switch', message)
}

const toStatePayload = (snapshot: TimerSnapshot, userId: string) => ({ rev: snapshot.revision, snapshot, userId })

/** The event that a user caused; undefined if a phase has ended by itself. */
const acceptedEventIn = (update: TimerUpdate) =>
  'command' in update && update.ack.isAccepted ? update.command.event : undefined
