import type { IncomingHttpHeaders, Server as HttpServer, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { Server } from 'socket.io'
import { LISTEN_SCOPES } from '#contract/integrations/token-scopes.ts'
import type { Maintenance } from '#contract/administration/administration.ts'
import type { RevocationReason } from '#contract/timer-events.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { findScopeRefusal, type Session } from '#server/http/serve.ts'
import { checkScopes, disconnectFloods, limitEvents, mayCommand } from './event-limits.ts'
import { spreadReconnects } from './reconnect-spread.ts'
import { checkSession, watchSession } from './session-watch.ts'
import type { SocketOptions, Sockets, UserSocket } from './socket-types.ts'

const MAX_SOCKETS = 20

/** Accepts Socket.IO connections. Each is authenticated by its token and joins the room of its user. */
export function openSockets(server: HttpServer, options: SocketOptions): Sockets {
  const { config, findSession, log, metrics } = options
  const countSocket = createSocketCounter()
  const allowed = [...config.corsOrigins, new URL(config.publicUrl).origin]
  const io: Sockets = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    ...(config.corsOrigins.length > 0 && { cors: { origin: config.corsOrigins, credentials: true } }),
    allowRequest: ({ headers }, reply) => reply(null, isAllowedOrigin(headers, allowed)),
  })

  // Socket.IO replies without Fastify, so Fastify's hook does not set these headers.
  const headers = Object.entries(securityHeaders(config))
  io.engine.use((_request: unknown, response: ServerResponse, next: () => void) => {
    for (const header of headers) response.setHeader(...header)
    next()
  })
  // Engine.IO would keep the first request, with all its headers, in memory as long as the connection lasts.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  disconnectFloods(io)
  measureSockets(io, metrics)
  beforeConnection(io, log, authenticate)
  io.on('connection', (socket) => {
    const { userId, id, isLegacy } = socket.data
    const rooms = [userRoom(userId), sessionRoom(id)]
    if (isLegacy) rooms.push(legacyRoom(userId))
    if (mayCommand(socket.data)) rooms.push(presenceRoom(userId))
    void socket.join(rooms)
    limitEvents(socket)
    checkScopes(socket)
    watchSession(socket, options)
  })
  spreadReconnects(io)
  return io

  async function authenticate(socket: UserSocket) {
    const { token, userId, proto, clock } = socket.handshake.auth
    const session = typeof token === 'string' ? await findSession(token) : undefined
    if (session === undefined || (userId !== undefined && userId !== session.userId)) return 'unauthenticated'
    const refusal = refusalFor(session)
    if (refusal !== undefined) return refusal
    if (!countSocket(socket.conn, ownerOf(session))) return 'too-many'
    if (typeof clock === 'number') options.observeClientTime?.(clock, session.userId)
    socket.data = { ...session, token: String(token), isLegacy: proto !== 2 }
    return undefined
  }
}

/** Why a session may not connect, like the refusals of `serve()`. */
function refusalFor(session: Session) {
  if (findScopeRefusal(session, LISTEN_SCOPES) !== undefined) return 'scope-required'
  if (session.mustVerify) return 'unverified'
  return session.mustSetUpTwoFactor ? 'two-factor-not-set-up' : undefined
}

/** Runs a check before a client connects. It resolves to the error code of a refusal; if it fails, clients retry. */
export function beforeConnection(
  io: Sockets,
  log: FastifyBaseLogger,
  refusalFor: (socket: UserSocket) => Promise<string | undefined | void>,
) {
  io.use((socket, next) => {
    refusalFor(socket).then(
      (refusal) => next(typeof refusal === 'string' ? new Error(refusal) : undefined),
      (error: unknown) => {
        log.error({ err: error }, 'connection failed')
        next(new Error('unavailable'))
      },
    )
  })
}

/** The connections of programs count apart from those of devices, so that programs leave room for them. */
const ownerOf = ({ userId, scopes }: Session) => (scopes === undefined ? userId : `tokens of ${userId}`)

/** Counts the connections of each owner, including those that are not accepted yet. Returns false for one too many. */
function createSocketCounter() {
  const counts = new Map<string, number>()
  return (connection: UserSocket['conn'], owner: string) => {
    const count = counts.get(owner) ?? 0
    // A closed connection emits no `close` event, so it would be counted for ever.
    if (count >= MAX_SOCKETS || connection.readyState === 'closed') return false
    counts.set(owner, count + 1)
    connection.once('close', () => {
      const remaining = counts.get(owner)! - 1
      if (remaining > 0) counts.set(owner, remaining)
      else counts.delete(owner)
    })
    return true
  }
}

function measureSockets(io: Sockets, metrics: Registry) {
  const gauge = new Gauge({
    name: 'ritmo_sockets_connected',
    help: 'Open connections to this server',
    registers: [],
    collect() {
      this.set(io.engine.clientsCount)
    },
  })
  metrics.registerMetric(gauge)
}

/** Refuses pages of other sites. Programs other than browsers send no `Origin` header and are accepted. */
function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, allowed: string[]) {
  return origin === undefined || allowed.includes(origin) || URL.parse(origin)?.host === host
}

export const userRoom = (userId: string) => `user:${userId}`
/** Servers of other versions use the same name, so it stays. */
export const LEGACY_ROOM_PREFIX = 'plain:'
/** The legacy clients of a user. */
export const legacyRoom = (userId: string) => `${LEGACY_ROOM_PREFIX}${userId}`
/** The clients of a user that show that the user is there: all but programs that can only listen. */
const presenceRoom = (userId: string) => `present:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Whether a client of the user is connected to this server. Other servers and programs that only listen do not count. */
export const isConnected = (io: Sockets, userId: string) => io.sockets.adapter.rooms.has(presenceRoom(userId))

/** Closes all connections of a user to this server whose sessions have ended. */
export async function checkSessionsOf(io: Sockets, userId: string, findSession: SocketOptions['findSession']) {
  const ids = io.sockets.adapter.rooms.get(userRoom(userId)) ?? []
  const sockets = Array.from(ids, (id) => io.sockets.sockets.get(id)).filter((socket) => socket !== undefined)
  await Promise.all(sockets.map((socket) => checkSession(socket, findSession)))
}

/** Tells the clients of a user that know more than the specification that one of the lists has changed. */
export function announceChange(io: Sockets, userId: string, list: string) {
  io.to(userRoom(userId)).except(legacyRoom(userId)).emit('list:changed', { list })
}

/** Tells the clients of this server that know more than the specification about maintenance of the site. */
export function announceMaintenance(io: Sockets, maintenance: Maintenance) {
  for (const socket of io.sockets.sockets.values())
    if (!socket.data.isLegacy) socket.emit('site:maintenance', maintenance)
}

/** Closes the connections of these sessions on all servers, after telling their clients the reason. */
export function disconnectSessions(io: Sockets, sessionIds: string[], reason: RevocationReason = 'signed-out') {
  for (const id of sessionIds) {
    io.in(sessionRoom(id)).emit('session:revoked', { reason })
    io.in(sessionRoom(id)).disconnectSockets(true)
  }
}
