import { createClient, ErrorReply } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/config.ts'
import type { RedisMetrics } from './redis-metrics.ts'
import { publishWithoutWaiting } from './publish-without-waiting.ts'
import { checkSession } from './session-watch.ts'
import type { SocketOptions, Sockets } from './socket-types.ts'

export interface RedisAdapterOptions {
  redisUrl: string
  findSession: SocketOptions['findSession']
  log: FastifyBaseLogger
  metrics: RedisMetrics
  /** Called when Redis is reachable again. Messages of other servers may have been lost meanwhile. */
  onReconnect: () => Promise<void>
}

/** Beyond this, the oldest messages for an unreachable Redis are dropped: later snapshots replace them. */
const MAX_QUEUED_COMMANDS = 10_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** Waits for the other servers to reconnect too. */
const CATCH_UP_DELAY_MS = 1_500
/** A dead TCP connection reports no error, so Redis is pinged and the connection closed if no reply comes. */
const PING_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 4_000
/** How long a read from the stream blocks. Must be shorter than RESPONSE_TIMEOUT_MS. */
const BLOCK_MS = 2_000

/** Refuses to start if Redis rejects the credentials. An unreachable Redis is accepted, because it may recover. */
export async function checkRedisSettings(url: string) {
  const socket = { reconnectStrategy: false, connectTimeout: 2_000, socketTimeout: 2_000 } as const
  const client = createClient({ url, RESP: 2, socket })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    if (error instanceof ErrorReply) throw new StartError(`REDIS_URL cannot be used: ${error.message}`)
  } finally {
    client.destroy()
  }
}

/** Passes broadcasts between servers through a stream in Redis, which keeps only the latest messages. */
export function attachRedisAdapter(
  io: Sockets,
  { redisUrl, findSession, log, metrics, onReconnect }: RedisAdapterOptions,
) {
  const client = createClient({
    url: redisUrl,
    // The adapter understands replies of protocol version 2 only.
    RESP: 2,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, MAX_RECONNECT_DELAY_MS),
      socketTimeout: RESPONSE_TIMEOUT_MS,
    },
  })
  let [isUnreachable, lastReplyAt] = [false, 0]
  metrics.connected.set(0)
  const markUnreachable = (error: Error) => {
    // Logs the first failure only, not every attempt to reconnect.
    if (!isUnreachable)
      log.error({ err: error }, 'redis is unreachable: clients receive only changes on their own server')
    isUnreachable = true
    metrics.errors.inc()
    metrics.connected.set(0)
  }
  client.on('error', markUnreachable)
  client.on('ping-interval', () => (lastReplyAt = performance.now()))
  client.on('ready', () => {
    lastReplyAt = performance.now()
    metrics.connected.set(1)
    if (!isUnreachable) return
    isUnreachable = false
    log.info('redis is reachable again')
    setTimeout(() => void catchUp(), CATCH_UP_DELAY_MS).unref()
  })
  async function catchUp() {
    await onReconnect()
    for (const socket of io.sockets.sockets.values()) await checkSession(socket, findSession)
  }
  // Not awaited: without Redis a server still serves its own clients.
  client.connect().catch(() => {})
  // Every write restarts the timeout of a socket, so on a busy server `socketTimeout` alone would never expire.
  const watchdog = setInterval(() => {
    if (!client.isReady || performance.now() - lastReplyAt < RESPONSE_TIMEOUT_MS) return
    markUnreachable(new Error('Redis does not answer'))
    client.destroy()
    client.connect().catch(() => {})
  }, PING_INTERVAL_MS)

  const names = { streamName: 'ritmo', channelPrefix: 'ritmo' }
  const create = createAdapter(client, { ...names, onlyPlaintext: true, blockTimeInMs: BLOCK_MS })
  // Socket.IO calls this with `new`, which an arrow function does not allow.
  io.adapter(function createRedisAdapter(namespace) {
    return publishWithoutWaiting(create(namespace))
  })

  return {
    close() {
      clearInterval(watchdog)
      client.destroy()
    },
  }
}
