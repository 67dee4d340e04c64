import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorReply } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { createMessageGaps } from './message-gaps.ts'
import type { OtherServers } from './other-servers.ts'
import { connectToRedis, type RedisConnection } from './redis-connection.ts'
import type { RedisMetrics } from './redis-metrics.ts'
import { createStepWatch } from './step-watch.ts'
import { readStream } from './stream-reader.ts'

/** Servers of the previous version use the same stream. They ignore messages without the field `nsp`. */
const STREAM = 'ritmo'
const MAX_MESSAGES = 10_000
const CHECK_INTERVAL_MS = 2_000
const FAREWELL_MS = 500
const NOT_IN_STEP =
  'messages between servers do not arrive: changes on other servers are read from the database instead'

export type Fields = Record<string, string>

interface Options {
  redisUrl: string
  log: FastifyBaseLogger
  metrics: RedisMetrics
  now: () => number
  servers: Pick<OtherServers, 'events'>
  /** Called for each message of other servers, in their order. */
  onMessage: (message: Fields) => void
}

/**
 * Sends messages to all servers through a stream in Redis, which keeps only the latest, and reads them there. Each
 * server numbers its messages and reads its own too, so that it notices when messages do not arrive, for any reason.
 */
export function openMessageStream({ redisUrl, log, metrics, now, servers: { events }, onMessage }: Options) {
  const redis = connectToRedis({ redisUrl, log, metrics })
  const server = randomUUID()
  const gaps = createMessageGaps()
  const step = createStepWatch(now())
  const { write, lastError } = createWriter({ redis, server, now, onSend: step.sent })
  metrics.inStep.set(0)

  function receive(message: Fields) {
    const { server: sender } = message
    // Servers of the previous version do not number their messages.
    if (sender !== undefined) readNumber(sender, message)
    if (sender !== server) onMessage(message)
  }

  function readNumber(sender: string, message: Fields) {
    const [number, sentAt] = [Number(message['number']), Number(message['sentAt'])]
    const { isNewServer, missedSince } = gaps.read({ server: sender, number, sentAt }, performance.now())
    if (missedSince !== undefined) events.emit('missed', missedSince)
    if (sender === server) readBack(number, sentAt)
    else if (isNewServer || missedSince !== undefined) events.emit('found', sender)
  }

  function readBack(number: number, sentAt: number) {
    const outSince = step.readBack(number, sentAt, performance.now())
    metrics.inStep.set(1)
    if (outSince === undefined) return
    log.info('messages of other servers arrive again')
    gaps.restartSilence(performance.now())
    events.emit('missed', outSince)
  }

  function check() {
    const verdict = step.check(performance.now())
    if (verdict.needsMessage) void write({ kind: 'check' })
    if (verdict.hasSlept) return
    if (verdict.isLost) {
      metrics.inStep.set(0)
      // That Redis is unreachable was logged before.
      if (!redis.isUnreachable()) log.error({ err: lastError() }, NOT_IN_STEP)
    }
    if (step.isOut()) {
      const since = step.takeMissedSince(performance.now(), now())
      if (since !== undefined) events.emit('missed', since)
      return
    }
    for (const { server, missedSince } of gaps.forgetSilent(performance.now())) {
      events.emit('gone', server)
      events.emit('missed', missedSince)
    }
  }

  void write({ kind: 'check' })
  const stopReading = readStream({ redis, stream: STREAM, log, onMessage: receive })
  const checks = setInterval(check, CHECK_INTERVAL_MS)

  return {
    publish: write,
    /** To be called when a server says that it stops. */
    forget: gaps.forget,
    async close() {
      clearInterval(checks)
      await Promise.race([write({ kind: 'stopped' }), sleep(FAREWELL_MS, undefined, { ref: false })])
      stopReading()
      redis.close()
    },
  }
}

interface WriterOptions {
  redis: RedisConnection
  server: string
  now: () => number
  onSend: (number: number, at: number) => void
}

/** Writes messages with the server's id and a number. */
function createWriter({ redis, server, now, onSend }: WriterOptions) {
  const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_MESSAGES } } as const
  let number = 0
  let error: unknown

  /** Resolves when Redis has answered, whatever it answers. */
  async function write(fields: Fields) {
    number += 1
    onSend(number, performance.now())
    const message = { ...fields, server, number: String(number), sentAt: String(now()) }
    const add = async () => redis.clients().client.xAdd(STREAM, '*', message, trim)
    // If the connection breaks meanwhile, the message may be sent twice. Clients ignore a snapshot that they have.
    const isCut = (failure: unknown) => !(failure instanceof ErrorReply)
    await add()
      .catch((failure: unknown) => (isCut(failure) ? add() : Promise.reject(failure)))
      .then(
        () => (error = undefined),
        (failure: unknown) => (error = failure),
      )
  }

  return { write, lastError: () => error }
}
