import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { openRedisClients } from './redis-clients.ts'
import type { RedisMetrics } from './redis-metrics.ts'
import { findRedisPrimary, readRedisAddress } from './redis-primary.ts'

interface Options {
  redisUrl: string
  log: FastifyBaseLogger
  metrics: RedisMetrics
}

/** How often the Sentinels are asked which Redis is the primary. */
const SENTINEL_INTERVAL_MS = 1_000

/** Connects to a Redis. With Sentinels it is always their primary: the connections move to another one after a failover. */
export function connectToRedis({ redisUrl, log, metrics }: Options) {
  const address = readRedisAddress(redisUrl)
  const closing = new AbortController()
  let isUnreachable = false
  let clients: ReturnType<typeof openRedisClients> | undefined
  let openedUrl: string | undefined
  metrics.connected.set(0)

  function onError(error: Error) {
    // Logs the first failure only, not every attempt to reconnect.
    if (!isUnreachable)
      log.error({ err: error }, 'redis is unreachable: clients receive changes on other servers some seconds late')
    isUnreachable = true
    metrics.errors.inc()
    metrics.connected.set(0)
  }
  function onReady() {
    metrics.connected.set(1)
    if (isUnreachable) log.info('redis is reachable again')
    isUnreachable = false
  }

  function open(url: string) {
    const former = clients
    openedUrl = url
    clients = openRedisClients(url, { onError, onReady })
    // Fails the commands that wait for a reply. They are sent again, to the new one.
    former?.close()
    if (former !== undefined) log.info('redis has another primary')
  }

  async function followPrimary() {
    for (; !closing.signal.aborted; await sleep(SENTINEL_INTERVAL_MS, undefined, { ref: false })) {
      const { primaryUrl } = await findRedisPrimary(address)
      if (closing.signal.aborted) return
      if (primaryUrl === undefined && clients === undefined)
        onError(new Error('No Redis Sentinel answers with a primary'))
      if (primaryUrl !== undefined && primaryUrl !== openedUrl) open(primaryUrl)
    }
  }

  if (address.sentinels.length === 0) open(address.url)
  else void followPrimary()

  return {
    /** The present connections. Throws until a Sentinel has named a primary. */
    clients() {
      if (clients === undefined) throw new Error('No Redis Sentinel has named a primary yet')
      return clients
    },
    isUnreachable: () => isUnreachable,
    close() {
      closing.abort()
      clients?.close()
    },
  }
}

export type RedisConnection = ReturnType<typeof connectToRedis>
