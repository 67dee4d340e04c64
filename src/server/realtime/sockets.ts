import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { Server, type Socket } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#contract/timer-events.ts'
import type { Config } from '#server/config.ts'
import { securityHeaders } from '#server/http/headers.ts'
import type { Session } from '#server/http/serve.ts'
import { disconnectFloods, watchSession } from './session-watch.ts'

type NoEvents = Record<string, never>

/** What we know of a connection. A plain client is one that speaks the specification's words and no more. */
interface SocketData extends Session {
  token: string
  isLegacy: boolean
}

export type Sockets = Server<ClientToServer, ServerToClient, NoEvents, SocketData>
export type UserSocket = Socket<ClientToServer, ServerToClient, NoEvents, SocketData>

export interface SocketOptions {
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>
  findSession: (token: string) => Promise<Session | undefined>
  now: () => number
  observeClientTime?: (moment: number) => void
  log: FastifyBaseLogger
  metrics: Registry
}

const MAX_SOCKETS_PER_USER = 20

/** Live connections: each joins the room of its user, who is found by the token alone. */
export function openSockets(server: HttpServer, options: SocketOptions): Sockets {
  const { config, findSession, log, metrics } = options
  const takePlace = createSocketCounter()
  const allowed = [...config.corsOrigins, new URL(config.publicUrl).origin]
  const io: Sockets = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    ...(config.corsOrigins.length > 0 && { cors: { origin: config.corsOrigins, credentials: true } }),
    allowRequest: ({ headers }, answer) => answer(null, isAllowedOrigin(headers, allowed)),
  })

  // These answers do not come by the hook that sets the headers of all others.
  const headers = Object.entries(securityHeaders(config.publicUrl))
  io.engine.use((_request: unknown, response: ServerResponse, next: () => void) => {
    for (const header of headers) response.setHeader(...header)
    next()
  })
  // Nobody asks for it again, and it would be kept, headers and all, for as long as the connection lasts.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  disconnectFloods(io)
  measureSockets(io, metrics)
  beforeConnection(io, log, admit)
  io.on('connection', (socket) => {
    const { userId, id, isLegacy: isPlain } = socket.data
    void socket.join([userRoom(userId), sessionRoom(id), ...(isPlain ? [legacyRoom(userId)] : [])])
    watchSession(socket, options)
  })
  return io

  async function admit(socket: UserSocket) {
    const { token, userId, proto, clock } = socket.handshake.auth
    const session = typeof token === 'string' ? await findSession(token) : undefined
    if (session === undefined || (userId !== undefined && userId !== session.userId)) return 'unauthenticated'
    if (!takePlace(socket.conn, session.userId)) return 'too-many'
    if (typeof clock === 'number') options.observeClientTime?.(clock)
    socket.data = { ...session, token: String(token), isLegacy: proto !== 2 }
    return undefined
  }
}

/** Lets clients in who are not refused. What fails here is no fault of theirs: they may come again. */
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

/** Counts the connections of each user, those included that are still on their way in. */
function createSocketCounter() {
  const places = new Map<string, number>()
  return (connection: UserSocket['conn'], userId: string) => {
    const taken = places.get(userId) ?? 0
    // One that is gone already would never leave its place.
    if (taken >= MAX_SOCKETS_PER_USER || connection.readyState === 'closed') return false
    places.set(userId, taken + 1)
    connection.once('close', () => {
      const left = places.get(userId)! - 1
      if (left > 0) places.set(userId, left)
      else places.delete(userId)
    })
    return true
  }
}

function measureSockets(io: Sockets, metrics: Registry) {
  const gauge = new Gauge({
    name: 'sockets_connected',
    help: 'Live connections to this server',
    registers: [],
    collect() {
      this.set(io.engine.clientsCount)
    },
  })
  metrics.registerMetric(gauge)
}

/** A page of another site must not connect; programs other than browsers send no origin. */
function isAllowedOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  allowed: string[],
) {
  return origin === undefined || allowed.includes(origin) || URL.parse(origin)?.host === host
}

export const userRoom = (userId: string) => `user:${userId}`
/** Clients that know only the specification. */
export const legacyRoom = (userId: string) => `plain:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Whether any client of a user is connected to this very server. */
export const isConnected = (io: Sockets, userId: string) => io.sockets.adapter.rooms.has(userRoom(userId))

/** Ends the connections of some sessions, and says why. */
export function disconnectSessions(io: Sockets, sessionIds: string[], reason: 'signed-out' | 'deleted' = 'signed-out') {
  for (const id of sessionIds) {
    io.in(sessionRoom(id)).emit('session:revoked', { reason })
    io.in(sessionRoom(id)).disconnectSockets(true)
  }
}
