import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisMetrics } from './redis-metrics.ts'

interface Options {
  redisUrl: string
  log: FastifyBaseLogger
  metrics: RedisMetrics
}

/** Beyond this, the oldest messages for an unreachable Redis are dropped: later snapshots replace them. */
const MAX_QUEUED_COMMANDS = 10_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** A dead TCP connection reports no error, so Redis is pinged and the connection closed if no reply comes. */
const PING_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 4_000
/** How long a read from the stream blocks. Must be shorter than RESPONSE_TIMEOUT_MS. */
export const BLOCK_MS = 2_000

/** Two connections to Redis, one to write and one that waits for messages. Both reconnect by themselves. */
export function connectToRedis({ redisUrl, log, metrics }: Options) {
  const client = createClient({
    url: redisUrl,
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
      log.error({ err: error }, 'redis is unreachable: clients receive changes on other servers some seconds late')
    isUnreachable = true
    metrics.errors.inc()
    metrics.connected.set(0)
  }
  client.on('error', markUnreachable)
  client.on('ping-interval', () => (lastReplyAt = performance.now()))
  client.on('ready', () => {
    lastReplyAt = performance.now()
    metrics.connected.set(1)
    if (isUnreachable) log.info('redis is reachable again')
    isUnreachable = false
  })
  const reader = client.duplicate()
  // `client` reports that Redis is unreachable.
  reader.on('error', () => {})
  // Not awaited: without Redis a server still serves its own clients.
  for (const each of [client, reader]) each.connect().catch(() => {})
  // Every write restarts the timeout of a socket, so on a busy server `socketTimeout` alone would never expire.
  const watchdog = setInterval(() => {
    if (!client.isReady || performance.now() - lastReplyAt < RESPONSE_TIMEOUT_MS) return
    markUnreachable(new Error('Redis does not answer'))
    client.destroy()
    client.connect().catch(() => {})
  }, PING_INTERVAL_MS)

  return {
    client,
    reader,
    isUnreachable: () => isUnreachable,
    close() {
      clearInterval(watchdog)
      for (const each of [client, reader]) each.destroy()
    },
  }
}

export type RedisConnection = ReturnType<typeof connectToRedis>
