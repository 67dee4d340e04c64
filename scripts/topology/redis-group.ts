import { createClient } from '@redis/client'
import type { ManagedProcess } from './managed-process.ts'
import { createRedis, createSentinel } from './redis.ts'

const SENTINELS = 3

/** A Redis with a replica, and Sentinels that make the replica the primary when it fails. */
export interface RedisGroup {
  servers: ManagedProcess[]
  sentinels: ManagedProcess[]
  /** The setting REDIS_URL of nodes. */
  url: string
  /** The server that the Sentinels name as the primary. */
  findPrimary: () => Promise<ManagedProcess | undefined>
  /** Whether the Sentinels know a replica that they could make the primary. */
  hasReplica: () => Promise<boolean>
  /** Makes the replica the primary, as an operator does. */
  failOver: () => Promise<void>
}

/** Starts a Redis, its replica and the Sentinels of both. */
export async function startRedisGroup(createFolder: (name: string) => string): Promise<RedisGroup> {
  const first = await createRedis(createFolder('redis-1'), { name: 'Redis 1' })
  const second = await createRedis(createFolder('redis-2'), { name: 'Redis 2', primary: first })
  await first.start()
  await second.start()
  const numbers = Array.from({ length: SENTINELS }, (_, index) => index + 1)
  const sentinels = await Promise.all(
    numbers.map((number) => createSentinel(createFolder(`sentinel-${number}`), `Sentinel ${number}`, first)),
  )
  await Promise.all(sentinels.map((sentinel) => sentinel.start()))
  const hosts = sentinels.map(({ url }) => new URL(url).host)
  return {
    servers: [first, second],
    sentinels,
    url: `redis://ritmo?sentinels=${hosts.join(',')}`,
    async findPrimary() {
      const address = await ask(sentinels, ['sentinel', 'get-master-addr-by-name', 'ritmo'])
      return [first, second].find(({ url }) => new URL(url).host === (address as string[] | undefined)?.join(':'))
    },
    async hasReplica() {
      const replicas = (await ask(sentinels, ['sentinel', 'replicas', 'ritmo'])) as Record<string, string>[] | undefined
      return (
        replicas?.some((replica) => replica['flags'] === 'slave' && replica['master-link-status'] === 'ok') ?? false
      )
    },
    async failOver() {
      await ask(sentinels, ['sentinel', 'failover', 'ritmo'])
    },
  }
}

/** Asks the first Sentinel that answers. */
async function ask(sentinels: ManagedProcess[], command: string[]) {
  for (const { url } of sentinels) {
    const client = createClient({ url, RESP: 3, socket: { reconnectStrategy: false, connectTimeout: 1_000 } })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.sendCommand(command)
    } catch {
      continue
    } finally {
      client.destroy()
    }
  }
  return undefined
}
