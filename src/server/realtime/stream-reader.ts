import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { BLOCK_MS } from './redis-clients.ts'
import type { RedisConnection } from './redis-connection.ts'

interface Options {
  redis: RedisConnection
  stream: string
  log: FastifyBaseLogger
  onMessage: (message: Record<string, string>) => void
}

const READ_COUNT = 100
const RETRY_DELAY_MS = 250

/** Reads the messages of a stream that come from now on. */
export function readStream({ redis, stream, log, onMessage }: Options) {
  const stopping = new AbortController()
  let position: string | undefined

  const findLastId = async () =>
    (await redis.clients().reader.xRevRange(stream, '+', '-', { COUNT: 1 }))?.[0]?.id ?? '0-0'

  async function readNext() {
    position ??= await findLastId()
    const { reader } = redis.clients()
    const replies = await reader.xRead({ key: stream, id: position }, { COUNT: READ_COUNT, BLOCK: BLOCK_MS })
    // After a failover to a Redis that has lost messages, and whose clock is behind, ids may begin again.
    if (replies === null && isBefore(await findLastId(), position)) position = undefined
    for (const { id, message } of replies?.[0]?.messages ?? []) {
      position = id
      onMessage(message)
    }
  }

  async function readUntilStopped({ signal }: AbortController) {
    while (!signal.aborted)
      try {
        await readNext()
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'messages of other servers cannot be read')
        await sleep(RETRY_DELAY_MS)
      }
  }

  void readUntilStopped(stopping)
  return () => stopping.abort()
}

/** Compares ids of messages, such as `1772442000000-0`. */
function isBefore(one: string, other: string) {
  const [[time, count], [otherTime, otherCount]] = [toNumbers(one), toNumbers(other)]
  return time < otherTime || (time === otherTime && count < otherCount)
}

const toNumbers = (id: string) => id.split('-').map(Number) as [time: number, count: number]
