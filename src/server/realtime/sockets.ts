import type { Server as HttpServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { Server, type Socket } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#contract/timer-events.ts'
import type { Config } from '#server/config.ts'
import type { Session } from '#server/http/serve.ts'
import { guard } from './guard.ts'

type NoEvents = Record<string, never>

/** What we know of a connection. A plain client is one that speaks the specification's words and no more. */
interface Known extends Session {
  token: string
  isPlain: boolean
}

export type Sockets = Server<ClientToServer, ServerToClient, NoEvents, Known>
export type UserSocket = Socket<ClientToServer, ServerToClient, NoEvents, Known>

export interface SocketOptions {
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>
  findSession: (token: string) => Promise<Session | undefined>
  now: () => number
  log: FastifyBaseLogger
  metrics: Registry
}

const MOST_SOCKETS = 20

/** Live connections: each joins the room of its user, who is found by the token alone. */
export function openSockets(server: HttpServer, options: SocketOptions): Sockets {
  const { config, findSession, log, metrics } = options
  const allowed = [...config.corsOrigins, new URL(config.publicUrl).origin]
  const io: Sockets = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    cors: { origin: config.corsOrigins, credentials: true },
    allowRequest: ({ headers }, answer) => answer(null, isOurOrigin(headers, allowed)),
  })

  countSockets(io, metrics)
  beforeConnection(io, log, admit)
  io.on('connection', (socket) => {
    const { userId, id, isPlain } = socket.data
    void socket.join([userRoom(userId), sessionRoom(id), ...(isPlain ? [plainRoom(userId)] : [])])
    guard(socket, options)
  })
  return io

  async function admit(socket: UserSocket) {
    const { token, userId, proto } = socket.handshake.auth
    const session = typeof token === 'string' ? await findSession(token) : undefined
    if (session === undefined || (userId !== undefined && userId !== session.userId)) return 'unauthenticated'
    const others = io.sockets.adapter.rooms.get(userRoom(session.userId))?.size ?? 0
    if (others >= MOST_SOCKETS) return 'too-many'
    socket.data = { ...session, token: String(token), isPlain: proto !== 2 }
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

function countSockets(io: Sockets, metrics: Registry) {
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
function isOurOrigin({ origin, host }: { origin?: string | undefined; host?: string | undefined }, allowed: string[]) {
  return origin === undefined || allowed.includes(origin) || URL.parse(origin)?.host === host
}

export const userRoom = (userId: string) => `user:${userId}`
/** Clients that know only the specification. */
export const plainRoom = (userId: string) => `plain:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Whether any client of a user is connected to this very server. */
export const isConnected = (io: Sockets, userId: string) => io.sockets.adapter.rooms.has(userRoom(userId))

/** Ends the connections of some sessions, and says why. */
export function disconnect(io: Sockets, sessionIds: string[], reason: 'signed-out' | 'deleted' = 'signed-out') {
  for (const id of sessionIds) {
    io.in(sessionRoom(id)).emit('session:revoked', { reason })
    io.in(sessionRoom(id)).disconnectSockets(true)
  }
}
