import { setImmediate as nextTurn } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import { Refusal } from '#server/errors.ts'

/** What is taken on at the same time, and of that by one caller: more would only wait for each other. */
const MOST = 300
const MOST_OF_ONE = 100
const COME_BACK_SECONDS = 1

export type Gate = ReturnType<typeof createGate>

/**
 * Takes on no more than can be answered soon, and sends the rest away before any work is done for them: in a queue that
 * only grows, everybody would be answered too late.
 */
export function createGate(metrics: Registry) {
  const turnedAway = new Counter({
    name: 'http_requests_turned_away_total',
    help: 'Requests that came while there was too much to do',
    registers: [metrics],
  })
  const turns = createTurns()
  const counts = new Map<string, number>()
  let total = 0

  function count(caller: string, change: 1 | -1) {
    const own = (counts.get(caller) ?? 0) + change
    if (own === 0) counts.delete(caller)
    else counts.set(caller, own)
    total += change
  }

  return async function pass<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (total >= MOST || (counts.get(caller) ?? 0) >= MOST_OF_ONE) {
      turnedAway.inc()
      throw new Refusal('unavailable', 'unavailable', undefined, COME_BACK_SECONDS)
    }
    count(caller, 1)
    try {
      // Not even for a moment, where there is no need: those who come together are to see that one has begun.
      if (turns.areFull()) await turns.next()
      return await work()
    } finally {
      count(caller, -1)
    }
  }
}

/** How long new work may be begun in one turn of the event loop. */
const LONGEST_MS = 5

/** Keeps the turns of the event loop short: Node lets in one new connection a turn, so that others wait at the door. */
function createTurns() {
  let startedAt: number | undefined
  let waiting = 0

  function isOver() {
    const now = performance.now()
    if (startedAt === undefined) setImmediate(() => (startedAt = undefined))
    return now - (startedAt ??= now) > LONGEST_MS
  }

  return {
    areFull: () => waiting > 0 || isOver(),
    /** In the order of coming. */
    async next() {
      waiting += 1
      do await nextTurn()
      while (isOver())
      waiting -= 1
    },
  }
}
