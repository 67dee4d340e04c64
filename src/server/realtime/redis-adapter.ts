import { createClient, ErrorReply } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/config.ts'
import { type Fields, openMessageStream } from './message-stream.ts'
import { createOtherServers, type ServerMessageName } from './other-servers.ts'
import { findRedisPrimary, readRedisAddress } from './redis-primary.ts'
import type { RedisMetrics } from './redis-metrics.ts'
import type { Sockets } from './socket-types.ts'
import { StreamAdapter } from './stream-adapter.ts'

interface Options {
  redisUrl: string
  log: FastifyBaseLogger
  metrics: RedisMetrics
  now: () => number
}

/** Refuses to start if Redis rejects the credentials. An unreachable Redis is accepted, because it may recover. */
export async function checkRedisSettings(redisUrl: string) {
  const url = await findRedis(redisUrl)
  if (url === undefined) return
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

async function findRedis(redisUrl: string) {
  const address = readRedisAddress(redisUrl)
  if (address.sentinels.length === 0) return address.url
  const { primaryUrl, isUnknown } = await findRedisPrimary(address)
  if (isUnknown)
    throw new StartError(
      `REDIS_URL cannot be used: no Sentinel knows a primary called "${new URL(redisUrl).hostname}".`,
    )
  return primaryUrl
}

/** Joins the servers that use the same Redis: broadcasts reach the clients of all, and servers can tell each other. */
export function attachRedisAdapter(io: Sockets, options: Options) {
  const adapters = new Map<string, StreamAdapter>()
  const servers = createOtherServers((name, message) => {
    void stream.publish({ kind: name, data: JSON.stringify(message) })
  })
  const stream = openMessageStream({ ...options, servers, onMessage: receive })

  function receive(message: Fields) {
    const { kind, server = '', nsp, data = '{}' } = message
    if (nsp !== undefined) adapters.get(nsp)?.receive(message)
    if (kind === 'stopped') {
      stream.forget(server)
      servers.events.emit('gone', server)
    } else if (kind !== undefined && kind !== 'check')
      servers.events.emit(kind as ServerMessageName, server, JSON.parse(data) as never)
  }

  // Socket.IO calls this with `new`, which an arrow function does not allow.
  io.adapter(function createStreamAdapter(namespace: { name: string }) {
    const adapter = new StreamAdapter(namespace, stream.publish)
    adapters.set(namespace.name, adapter)
    return adapter
  } as never)

  return { servers, close: stream.close }
}
