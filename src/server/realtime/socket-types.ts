import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Server, Socket } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#contract/timer-events.ts'
import type { Config } from '#server/config.ts'
import type { Session } from '#server/http/serve.ts'

type NoEvents = Record<string, never>

/** Stored with each connection. A legacy client speaks only the specification's events and sends no commands. */
interface SocketData extends Session {
  token: string
  isLegacy: boolean
}

export type Sockets = Server<ClientToServer, ServerToClient, NoEvents, SocketData>
export type UserSocket = Socket<ClientToServer, ServerToClient, NoEvents, SocketData>

export interface SocketOptions {
  config: Pick<Config, 'publicUrl' | 'hstsSubdomains' | 'corsOrigins'>
  findSession: (token: string) => Promise<Session | undefined>
  now: () => number
  observeClientTime?: (moment: number, userId: string) => void
  log: FastifyBaseLogger
  metrics: Registry
}
