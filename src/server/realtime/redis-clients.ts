import { createClient } from '@redis/client'

/** Beyond this, the oldest messages for an unreachable Redis are dropped: later snapshots replace them. */
const MAX_QUEUED_COMMANDS = 10_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** A dead TCP connection reports no error, so Redis is pinged and the connection closed if no reply comes. */
const PING_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 4_000
/** How long a read from the stream blocks. Must be shorter than RESPONSE_TIMEOUT_MS. */
export const BLOCK_MS = 2_000

interface Health {
  onError: (error: Error) => void
  onReady: () => void
}

/** Opens two connections to one Redis, one to write and one that waits for messages. Both reconnect by themselves. */
export function openRedisClients(url: string, { onError, onReady }: Health) {
  const client = createClient({
    url,
    RESP: 2,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, MAX_RECONNECT_DELAY_MS),
      socketTimeout: RESPONSE_TIMEOUT_MS,
    },
  })
  let [lastReplyAt, isClosed] = [0, false]
  client.on('error', (error: Error) => {
    if (!isClosed) onError(error)
  })
  client.on('ping-interval', () => (lastReplyAt = performance.now()))
  client.on('ready', () => {
    lastReplyAt = performance.now()
    onReady()
  })
  const reader = client.duplicate()
  // `client` reports that Redis is unreachable.
  reader.on('error', () => {})
  // Not awaited: without Redis a server still serves its own clients.
  for (const each of [client, reader]) each.connect().catch(() => {})
  // Every write restarts the timeout of a socket, so on a busy server `socketTimeout` alone would never expire.
  const watchdog = setInterval(() => {
    if (!client.isReady || performance.now() - lastReplyAt < RESPONSE_TIMEOUT_MS) return
    onError(new Error('Redis does not answer'))
    client.destroy()
    client.connect().catch(() => {})
  }, PING_INTERVAL_MS)

  return {
    client,
    reader,
    close() {
      isClosed = true
      clearInterval(watchdog)
      for (const each of [client, reader]) each.destroy()
    },
  }
}
