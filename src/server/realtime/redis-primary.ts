import { createClient } from '@redis/client'

const SENTINEL_PORT = 26_379
const TIMEOUT_MS = 1_000

/** With Sentinels the host of the URL is the name that they have given to the primary. */
interface RedisAddress {
  url: string
  /** Host and port of each Sentinel; none if the URL leads to the only Redis. */
  sentinels: string[]
}

/** Separates the Sentinels from a URL like `redis://ritmo?sentinels=10.0.0.11:26379,10.0.0.12:26379`. */
export function readRedisAddress(redisUrl: string): RedisAddress {
  const url = new URL(redisUrl)
  const sentinels = (url.searchParams.get('sentinels') ?? '').split(',').filter(Boolean)
  url.search = ''
  return { url: url.href, sentinels: sentinels.map((host) => (/:\d+$/.test(host) ? host : `${host}:${SENTINEL_PORT}`)) }
}

/**
 * Returns the URL of the primary, by the first Sentinel that knows it. `isUnknown` if Sentinels have answered and none knows
 * a primary of that name.
 */
export async function findRedisPrimary({ url, sentinels }: RedisAddress) {
  const found = new URL(url)
  let isUnknown = false
  for (const sentinel of sentinels)
    try {
      const address = await askSentinel(`${found.protocol}//${sentinel}`, found.hostname)
      if (address !== null) {
        const [host, port] = address
        found.host = `${host.includes(':') ? `[${host}]` : host}:${port}`
        return { primaryUrl: found.href, isUnknown: false }
      }
      isUnknown = true
    } catch {
      // The next one may answer.
    }
  return { primaryUrl: undefined, isUnknown }
}

async function askSentinel(url: string, name: string) {
  const socket = { reconnectStrategy: false, connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS } as const
  const client = createClient({ url, RESP: 2, socket })
  client.on('error', () => {})
  try {
    await client.connect()
    const reply: unknown = await client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
    return reply as [host: string, port: string] | null
  } finally {
    client.destroy()
  }
}
