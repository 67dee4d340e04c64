import type { FastifyBaseLogger } from 'fastify'
import type { TimerSnapshot } from '#contract/timer.ts'
import { TIMER_EVENTS, TimerMessage } from '#contract/timer-events.ts'
import { validate } from '#contract/validate.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import {
  beforeConnection,
  isConnected,
  plainRoom,
  type Sockets,
  type UserSocket,
  userRoom,
} from '#server/realtime/sockets.ts'
import { recordDisconnect, recordLegacyClient } from './queries.ts'
import type { TimerUpdate, Origin, Timer } from './timer.ts'
import { toTimerEvent, eventNameOf, toTimerMessage, stateFromSnapshot } from './legacy-protocol.ts'

const MIN_TICK_INTERVAL_MS = 500
/** How a server that stops ends its connections: their users have not left. */
const SHUTDOWN_REASONS: string[] = ['server shutting down', 'forced close']

interface Options {
  io: Sockets
  db: Db
  timer: Timer
  now: () => number
  log: FastifyBaseLogger
}

/** Clients hear of every change, in the specification's words, with the whole truth beside them. */
export function timerSockets({ io, db, timer, now, log }: Options) {
  const fail = (error: unknown) => log.error({ err: error }, 'timer event failed')
  timer.onChange((change) => broadcastUpdate(io, change))
  beforeConnection(io, log, ({ data }) => timer.handleConnect(data.userId))

  io.on('connection', (socket) => {
    const { userId, isPlain } = socket.data
    if (isPlain) recordLegacyClient(db, userId, now()).catch(fail)
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
    /** Tells every client of this server how the timer stands: it may have missed what happened on another. */
    async resyncClients() {
      for (const socket of io.sockets.sockets.values()) await sync(socket, sendState(socket)).catch(fail)
    },
  }

  /** What one client says is done in the order in which it was said. */
  function listen(socket: UserSocket) {
    const { userId, isPlain } = socket.data
    let [tickedAt, turn] = [0, Promise.resolve()]
    const inOrder = (work: () => Promise<void>) => {
      turn = turn.then(work).catch(fail)
    }
    for (const name of TIMER_EVENTS)
      socket.on(name, (given, answer) => {
        const verdict = validate(TimerMessage, given)
        if (!verdict.ok) return reply(answer, { error: 'invalid' })
        const { cmd, ...message } = verdict.data
        const origin = { socket: socket.id, name }
        if (cmd !== undefined)
          return inOrder(async () => reply(answer, await timer.applyCommands(userId, [cmd], origin)))
        if (name === 'timer:tick' && now() - tickedAt >= MIN_TICK_INTERVAL_MS) {
          tickedAt = now()
          socket.to(plainRoom(userId)).emit(name, message)
        }
        if (isPlain) inOrder(() => hear(socket, message, origin))
      })
  }

  /** Does what a client says that sends no commands; one that was wrong is put right. */
  async function hear(socket: UserSocket, message: TimerMessage, origin: Origin) {
    const heard = { name: origin.name, message, newId: () => newId(now()) }
    const taken = await timer.press(socket.data.userId, (view, at) => toTimerEvent(heard, view, at), origin)
    if (taken?.verdict.isAccepted === false) sendLegacyState(socket, taken.after, now())
  }

  /** Tells a client how the timer stands. One that may know of a timer unknown here is asked. */
  async function sync(socket: UserSocket, answer: unknown) {
    const snapshot = await timer.read(socket.data.userId)
    reply(answer, snapshot)
    if (!socket.data.isPlain) return
    const view = stateFromSnapshot(snapshot)
    if (view.status === 'idle') socket.emit('timer:requestState', { timestamp: snapshot.now })
    else sendLegacyState(socket, view, snapshot.now)
  }
}

const sendState = (socket: UserSocket) => (snapshot: TimerSnapshot) =>
  socket.emit('timer:state', toStatePayload(snapshot, socket.data.userId))

/** A client may leave the answer out, or send anything in its place. */
function reply(answer: unknown, value: unknown) {
  if (typeof answer === 'function') answer(value)
}

/** Puts a client of the specification where the timer is. */
function sendLegacyState(socket: UserSocket, view: TimerState, now: number) {
  const message = toTimerMessage(view, now)
  if (view.status === 'idle') socket.emit('timer:stop', { ...message, shouldSave: false })
  else socket.emit('timer:start', message)
  if (view.status === 'paused') socket.emit('timer:pause', message)
}

function broadcastUpdate(io: Sockets, news: TimerUpdate) {
  const { userId, origin, after, snapshot } = news
  const truth = toStatePayload(snapshot, userId)
  const message = { ...toTimerMessage(after, snapshot.now), ...truth }
  const others = origin ? io.to(userRoom(userId)).except(origin.socket) : io.to(userRoom(userId))
  const event = acceptedEventIn(news)
  const name = event && (origin?.name ?? eventNameOf(event))
  if (name === undefined) others.except(plainRoom(userId)).emit('timer:state', truth)
  else others.emit(name, event?.type === 'stop' ? { ...message, shouldSave: event.save } : message)
  // A phase that has ended by itself: clients of the specification change over by themselves, but may be late.
  if (event === undefined && after.status !== 'idle') io.to(plainRoom(userId)).emit('timer:switch', message)
}

const toStatePayload = (snapshot: TimerSnapshot, userId: string) => ({ rev: snapshot.revision, snapshot, userId })

/** What somebody did; undefined for what has happened by itself. */
const acceptedEventIn = (news: TimerUpdate) =>
  'command' in news && news.verdict.isAccepted ? news.command.event : undefined
