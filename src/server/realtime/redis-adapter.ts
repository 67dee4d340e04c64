import { createClient, ErrorReply } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/config.ts'
import { checkSession } from './session-watch.ts'
import type { SocketOptions, Sockets } from './sockets.ts'

interface RedisAdapterOptions {
  redisUrl: string
  findSession: SocketOptions['findSession']
  log: FastifyBaseLogger
  /** Called when the others can be heard again after a silence: what they said meanwhile may be lost. */
  onReconnect: () => Promise<void>
}

/** What waits for a Redis that is away. The oldest news is no loss: what follows it says everything. */
const MAX_QUEUED_COMMANDS = 10_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** By then the others have noticed too that it is back. */
const CATCH_UP_DELAY_MS = 1_500
/** A connection may stand and carry nothing any more, and nobody is told: it is asked, and given up when it is silent. */
const PING_INTERVAL_MS = 1_000
const RESPONSE_TIMEOUT_MS = 4_000
/** News are waited for this long at a time; shorter than a silence. */
const BLOCK_MS = 2_000

/** A Redis that answers but does not let us in is a wrong setting; one that is away comes back. */
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

type Publish = (message: unknown) => Promise<string>

/** Lets the clients of several servers hear each other, through a stream in Redis. Nothing lasting is kept there. */
export function attachRedisAdapter(
  io: Sockets,
  { redisUrl, findSession, log, onReconnect: onReturn }: RedisAdapterOptions,
) {
  const client = createClient({
    url: redisUrl,
    // The adapter reads the answers of the second version of Redis's protocol.
    RESP: 2,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, MAX_RECONNECT_DELAY_MS),
      socketTimeout: RESPONSE_TIMEOUT_MS,
    },
  })
  let [isAway, heardAt] = [false, 0]
  const lose = (error: Error) => {
    // Said once, not at every attempt.
    if (!isAway) log.error({ err: error }, 'redis is away: clients hear only what happens on their own server')
    isAway = true
  }
  client.on('error', lose)
  client.on('ping-interval', () => (heardAt = performance.now()))
  client.on('ready', () => {
    heardAt = performance.now()
    if (!isAway) return
    isAway = false
    log.info('redis is back')
    setTimeout(() => void makeUp(), CATCH_UP_DELAY_MS).unref()
  })
  async function makeUp() {
    await onReturn()
    for (const socket of io.sockets.sockets.values()) await checkSession(socket, findSession)
  }
  // Never waited for: without Redis a server serves its own clients.
  client.connect().catch(() => {})
  // A socket's own timeout is put off by whatever is written, so it never comes where much is told.
  const listening = setInterval(() => {
    if (!client.isReady || performance.now() - heardAt < RESPONSE_TIMEOUT_MS) return
    lose(new Error('Redis does not answer'))
    client.destroy()
    client.connect().catch(() => {})
  }, PING_INTERVAL_MS)

  const names = { streamName: 'ritmo', channelPrefix: 'ritmo' }
  io.adapter(createAdapter(client, { ...names, onlyPlaintext: true, blockTimeInMs: BLOCK_MS }))
  tellOwnFirst(io.of('/').adapter as unknown as { doPublish: Publish })

  return {
    close() {
      clearInterval(listening)
      client.destroy()
    },
  }
}

/** The adapter would tell its own clients only once Redis has answered; they are not to wait, nor go without. */
function tellOwnFirst(adapter: { doPublish: Publish }) {
  const publish = adapter.doPublish.bind(adapter)
  adapter.doPublish = (message) => {
    // What was under way when the connection broke is told again: heard twice, it changes nothing.
    publish(message)
      .catch(() => publish(message))
      .catch(() => {})
    return Promise.resolve('')
  }
}
