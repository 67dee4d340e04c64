import type { FastifyBaseLogger } from 'fastify'
import { omitNulls } from '#contract/input/omit-nulls.ts'
import { TIMER_EVENTS, type TimerEventName } from '#contract/timer-events.ts'
import { TimerMessage } from '#contract/input/timer-message.ts'
import { validate } from '#contract/validate.ts'
import { createBatchLoader } from '#server/loading/batch-loader.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { mayCommand } from '#server/realtime/event-limits.ts'
import type { OtherServers } from '#server/realtime/other-servers.ts'
import type { Sockets, UserSocket } from '#server/realtime/socket-types.ts'
import { beforeConnection, isConnected, userRoom } from '#server/realtime/sockets.ts'
import { broadcastUpdate } from './sync/broadcast.ts'
import { catchUpMissedChanges } from './sync/catch-up.ts'
import { createLegacyClients } from './legacy/legacy-clients.ts'
import { createLegacyUsers } from './legacy/legacy-users.ts'
import { recordDisconnects, recordLegacyClient } from './queries.ts'
import type { Timer } from './timer.ts'
import { createTimerSync } from './sync/timer-sync.ts'

const MIN_TICK_INTERVAL_MS = 500
/** Disconnects for these reasons are caused by the server's stop, not by the user. */
const SHUTDOWN_REASONS: string[] = ['server shutting down', 'forced close']

interface Options {
  io: Sockets
  db: Db
  timer: Timer
  now: () => number
  log: FastifyBaseLogger
  servers: OtherServers
  /** Whether the site is in maintenance, during which no timer changes. */
  isPaused: () => boolean
}

/** Sends every change to the user's clients: the specification's fields, and a whole snapshot beside them. */
export function timerSockets({ io, db, timer, now, log, servers, isPaused }: Options) {
  const fail = (error: unknown) => log.error({ err: error }, 'timer event failed')
  // When a proxy stops, thousands of clients disconnect at once.
  const recordDisconnect = createBatchLoader((userIds: string[]) => recordDisconnects(db, userIds, now()))
  const legacyUsers = createLegacyUsers({ io, servers })
  const legacyClients = createLegacyClients({ users: legacyUsers, db, timer, now })
  timer.onChange((update) => broadcastUpdate(io, update))
  const { answerSync, sendTimer } = createTimerSync({ io, timer, legacyClients })
  catchUpMissedChanges({ io, db, log, servers, sendTimer })
  beforeConnection(io, log, async ({ data }) => {
    if (mayCommand(data)) await timer.handleConnect(data.userId)
  })

  io.on('connection', (socket) => {
    const { userId, isLegacy } = socket.data
    if (isLegacy) {
      recordLegacyClient(db, userId, now()).catch(fail)
      legacyUsers.announce(socket)
    }
    socket.on('disconnect', (reason) => {
      if (mayCommand(socket.data) && !SHUTDOWN_REASONS.includes(reason) && !isConnected(io, userId))
        recordDisconnect(userId).catch(fail)
    })
    socket.on('timer:clock', (answer) => reply(answer, now()))
    socket.on('timer:requestSync', (_message, answer) => {
      legacyUsers.reach(socket).to(userRoom(userId)).emit('timer:requestState', { timestamp: now() })
      answerSync(socket, (snapshot) => reply(answer, snapshot)).catch(fail)
    })
    listen(socket)
  })

  /** Applies the messages of one client in the order in which they arrive. */
  function listen(socket: UserSocket) {
    let [tickedAt, queue] = [0, Promise.resolve()]
    for (const name of TIMER_EVENTS)
      socket.on(name, (...given: unknown[]) => {
        const answer = given.find((part) => typeof part === 'function')
        // A client of ours keeps the command and sends it again by HTTP.
        if (isPaused()) return reply(answer, { error: 'maintenance' })
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
}

/** Validates a message; if it cannot be read, names the field that is wrong. An event may come without any message. */
function readMessage(given: unknown) {
  const parsed = validate(TimerMessage, omitNulls(TimerMessage, given ?? {}))
  if (parsed.ok) return { ok: true as const, message: parsed.data }
  return { ok: false as const, field: Object.keys(parsed.problems)[0] || undefined }
}

/** A client of ours sends a refused command again by HTTP, and learns there how long it has to wait. */
const failWith = (answer: unknown, fail: (error: unknown) => void) => (error: unknown) => {
  if (error instanceof Refusal && error.code === 'rate-limited') reply(answer, { error: 'rate' })
  else fail(error)
}

/** Calls the callback of an event. A client may leave it out, or send anything in its place. */
function reply(answer: unknown, value: unknown) {
  if (typeof answer === 'function') answer(value)
}
