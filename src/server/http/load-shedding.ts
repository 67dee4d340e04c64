import type { EventEmitter } from 'node:events'
import { Counter, type Registry } from 'prom-client'
import { Refusal } from '#server/errors.ts'

/** What is taken on at the same time, half of it of one caller: more would only wait for each other. */
const MAX_CONCURRENT = 100
/** Once it was full, only this much until it has caught up: a rush is taken whole, and one that goes on is kept short. */
const MAX_CONCURRENT_WHILE_OVERLOADED = 40
const RECOVERED_AT = 20
/** Made once: this is the answer that must cost nothing. */
const OVERLOADED = new Refusal('unavailable', 'unavailable', undefined, 1)

export type LoadShedder = ReturnType<typeof createLoadShedder>

/**
 * Takes on no more than can be answered soon, and sends the rest away before any work is done for them: in a queue that
 * only grows, everybody would be answered too late.
 */
export function createLoadShedder(metrics: Registry, server: EventEmitter) {
  const turnedAway = new Counter({
    name: 'http_requests_turned_away_total',
    help: 'Requests that came while there was too much to do',
    registers: [metrics],
  })
  const turns = createStartQueue(server)
  const counts = new Map<string, number>()
  let total = 0
  let isStrained = false

  function count(caller: string, change: 1 | -1) {
    const own = (counts.get(caller) ?? 0) + change
    if (own === 0) counts.delete(caller)
    else counts.set(caller, own)
    total += change
    if (total >= MAX_CONCURRENT) isStrained = true
    if (total <= RECOVERED_AT) isStrained = false
  }

  return async function pass<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const most = isStrained ? MAX_CONCURRENT_WHILE_OVERLOADED : MAX_CONCURRENT
    if (total >= most || (counts.get(caller) ?? 0) >= most / 2) {
      turnedAway.inc()
      throw OVERLOADED
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

/** How long new work may be begun in one turn of the event loop, and how much of it. */
const MAX_START_MS = 2
const MAX_STARTS_PER_TURN = 8
/** So many turns in a row there may be no new work, as somebody comes in. */
const MAX_TURNS_FOR_CONNECTIONS = 20

/**
 * Keeps the turns of the event loop short: Node lets in one new connection a turn, so that others wait at the door. As
 * long as they come in, what is inside waits for them.
 */
function createStartQueue(server: EventEmitter) {
  const waiting: (() => void)[] = []
  let startedAt: number | undefined
  let hasComeIn = false
  let forTheDoor = 0

  server.on('connection', () => (hasComeIn = true))

  function isOver() {
    const now = performance.now()
    if (startedAt === undefined) setImmediate(end)
    return now - (startedAt ??= now) > MAX_START_MS
  }

  function end() {
    forTheDoor = hasComeIn ? (forTheDoor + 1) % MAX_TURNS_FOR_CONNECTIONS : 0
    hasComeIn = false
    if (forTheDoor > 0) return void setImmediate(end)
    startedAt = undefined
    // One after the other, so that each has been begun before the next asks whether there is time left.
    for (let count = Math.min(waiting.length, MAX_STARTS_PER_TURN); count > 0; count--) setImmediate(letIn)
  }

  function letIn() {
    if (!isOver()) waiting.shift()?.()
  }

  return {
    areFull: () => waiting.length > 0 || isOver(),
    /** In the order of coming. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}
