import type { EventEmitter } from 'node:events'
import { Counter, type Registry } from 'prom-client'
import { Refusal } from '#server/errors.ts'

/** The number of requests that run at the same time, at most half of them of one caller. */
const MAX_CONCURRENT = 100
/** The limit from an overload until RECOVERED_AT: a short burst is served completely, a long one only in part. */
const MAX_CONCURRENT_WHILE_OVERLOADED = 40
const RECOVERED_AT = 20
/** Created once, because refusing must be as cheap as possible. */
const OVERLOADED = new Refusal('unavailable', 'unavailable', undefined, 1)

export type LoadShedder = ReturnType<typeof createLoadShedder>

/**
 * Runs no more requests at once than can be answered soon, and refuses the others before any work is done for them.
 * If they were queued instead, the queue would grow and every request would be answered too late.
 */
export function createLoadShedder(metrics: Registry, server: EventEmitter) {
  const refused = new Counter({
    name: 'ritmo_http_requests_turned_away_total',
    help: 'Requests refused because of overload',
    registers: [metrics],
  })
  const startQueue = createStartQueue(server)
  const counts = new Map<string, number>()
  let total = 0
  let isOverloaded = false

  function count(caller: string, change: 1 | -1) {
    const ownCount = (counts.get(caller) ?? 0) + change
    if (ownCount === 0) counts.delete(caller)
    else counts.set(caller, ownCount)
    total += change
    if (total >= MAX_CONCURRENT) isOverloaded = true
    if (total <= RECOVERED_AT) isOverloaded = false
  }

  return async function withLoadLimit<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const max = isOverloaded ? MAX_CONCURRENT_WHILE_OVERLOADED : MAX_CONCURRENT
    if (total >= max || (counts.get(caller) ?? 0) >= max / 2) {
      refused.inc()
      throw OVERLOADED
    }
    count(caller, 1)
    try {
      // Work starts synchronously if possible, so that a request that arrives together with this one sees its effects.
      if (startQueue.mustWait()) await startQueue.wait()
      return await work()
    } finally {
      count(caller, -1)
    }
  }
}

/** Per turn of the event loop, requests are started for this long, and at most this many. */
const MAX_START_MS = 2
const MAX_STARTS_PER_TURN = 8
/** While new connections arrive, this many turns in a row may pass without starting a request. */
const MAX_TURNS_FOR_CONNECTIONS = 20

/**
 * Keeps the turns of the event loop short. Node accepts one new connection per turn, so long turns would keep new
 * clients waiting. While connections arrive, requests wait for them.
 */
function createStartQueue(server: EventEmitter) {
  const waiting: (() => void)[] = []
  let turnStartedAt: number | undefined
  let hasNewConnection = false
  let turnsForConnections = 0

  server.on('connection', () => (hasNewConnection = true))

  function isTurnOver() {
    const now = performance.now()
    if (turnStartedAt === undefined) setImmediate(endTurn)
    return now - (turnStartedAt ??= now) > MAX_START_MS
  }

  function endTurn() {
    turnsForConnections = hasNewConnection ? (turnsForConnections + 1) % MAX_TURNS_FOR_CONNECTIONS : 0
    hasNewConnection = false
    if (turnsForConnections > 0) return void setImmediate(endTurn)
    turnStartedAt = undefined
    // Each start has its own callback, so that its work has begun before the next one checks the time.
    for (let count = Math.min(waiting.length, MAX_STARTS_PER_TURN); count > 0; count--) setImmediate(startNext)
  }

  function startNext() {
    if (!isTurnOver()) waiting.shift()?.()
  }

  return {
    mustWait: () => waiting.length > 0 || isTurnOver(),
    /** First in, first out. */
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}
