import type { Server as HttpServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { type ClientToServer, type ServerToClient, TIMER_EVENTS, TimerMessage } from '#contract/timer-events.ts'
import { validate } from '#contract/validate.ts'
import type { Config } from '#server/config.ts'
import type { Session } from '#server/http/serve.ts'

type NoEvents = Record<string, never>
type Sockets = Server<ClientToServer, ServerToClient, NoEvents, Session>
type UserSocket = Socket<ClientToServer, ServerToClient, NoEvents, Session>

interface Options {
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>
  findSession: (token: string) => Promise<Session | undefined>
  now: () => number
  log: FastifyBaseLogger
}

/** Live connections: each joins the room of its user, found by the token alone, and hears that user's other clients. */
export function openSockets(server: HttpServer, { config, findSession, now, log }: Options): Sockets {
  const allowed = [...config.corsOrigins, new URL(config.publicUrl).origin]
  const io: Sockets = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    cors: { origin: config.corsOrigins, credentials: true },
    allowRequest: ({ headers }, answer) => answer(null, isOurOrigin(headers, allowed)),
  })

  io.use((socket, next) => {
    const { token, userId } = socket.handshake.auth
    Promise.resolve(typeof token === 'string' ? findSession(token) : undefined)
      .then((session) => {
        if (session === undefined || (userId !== undefined && userId !== session.userId))
          return next(new Error('unauthenticated'))
        socket.data = session
        return next()
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'connection failed')
        next(new Error('unavailable'))
      })
  })
  io.on('connection', (socket) => relay(socket, now))
  return io
}

/** A page of another site must not connect; programs other than browsers send no origin. */
function isOurOrigin({ origin, host }: { origin?: string | undefined; host?: string | undefined }, allowed: string[]) {
  return origin === undefined || allowed.includes(origin) || URL.parse(origin)?.host === host
}

function relay(socket: UserSocket, now: () => number) {
  const room = `user:${socket.data.userId}`
  void socket.join([room, sessionRoom(socket.data.id)])
  for (const name of TIMER_EVENTS)
    socket.on(name, (message: unknown) => {
      const verdict = validate(TimerMessage, message)
      if (verdict.ok) socket.to(room).emit(name, verdict.data)
    })
  socket.on('timer:requestSync', () => {
    socket.to(room).emit('timer:requestState', { timestamp: now() })
  })
}

export const sessionRoom = (sessionId: string) => `session:${sessionId}`
