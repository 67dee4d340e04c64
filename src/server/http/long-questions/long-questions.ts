import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Db, OpenReader, WithSnapshot } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { createFairQueue } from './fair-queue.ts'

/** Questions of one user, or of one of their access tokens, that wait, run or are sent. A page asks fewer than ten at once. */
const MAX_OPEN_PER_USER = 16
/** A page of reports asks several at once. */
const MAX_RUNNING_PER_USER = 2
/** Each open question takes some memory. */
const MAX_OPEN = 200
/** A reply that comes later than this helps nobody. */
const MAX_WAIT_MS = 15_000
const MAX_RUN_MS = 20_000
/** Snapshots that are read at the same time. Each has a connection of its own. */
const MAX_SNAPSHOTS = 2
/** Far longer than the largest account takes. */
const MAX_SNAPSHOT_MS = 10 * 60_000

/** The first parts of a long reply are sent at full speed. */
const QUICK_PARTS = 4
/** After each part, for each open question of the user. */
const PAUSE_MS = 5
const MAX_PAUSE_MS = 25

const RETRY_AFTER_SECONDS = 2

export interface Asker {
  userId: string
  request: FastifyRequest
  /** False if a reply that is a moment behind is good enough. */
  isFresh?: boolean
}

/** A question whose cost grows with the user's account, for example a report. */
export interface LongQuestion {
  /** Runs queries when it is the user's turn. */
  read: <T>(work: (reader: Db) => Promise<T>) => Promise<T>
  /**
   * The same for one of many parts of a long reply. It keeps the turn for a pause: writing the parts takes the main thread,
   * so that several long replies of one user would leave no time for others.
   */
  readPart: <T>(work: (reader: Db) => Promise<T>) => Promise<T>
  /** Runs any number of queries that see the same moment, when it is the user's turn. The work has to yield. */
  readSnapshot: <T>(work: (snapshot: Db) => Promise<T>) => Promise<T>
  /** Must be called when the reply was sent. */
  close: () => void
}

interface LongQuestionOptions {
  openReader: OpenReader
  withSnapshot: WithSnapshot
  readerConnections: number
  maxWaitMs?: number
  maxRunMs?: number
}

/**
 * Keeps long questions of one user from delaying others: they run beside the main thread, users take turns, and a
 * question ends when it takes too long or when its caller has gone (docs/decisions/0025).
 */
export function createLongQuestions(options: LongQuestionOptions) {
  const { openReader, withSnapshot, readerConnections, maxWaitMs = MAX_WAIT_MS, maxRunMs = MAX_RUN_MS } = options
  // One connection is always left for another user.
  const placesPerUser = Math.max(1, Math.min(MAX_RUNNING_PER_USER, readerConnections - 1))
  const queue = createFairQueue({ places: readerConnections, placesPerUser })
  const snapshotQueue = createFairQueue({ places: MAX_SNAPSHOTS, placesPerUser: 1 })
  const openOf = new Map<string, number>()
  let total = 0

  function count(asker: string, change: 1 | -1) {
    const own = (openOf.get(asker) ?? 0) + change
    if (own === 0) openOf.delete(asker)
    else openOf.set(asker, own)
    total += change
  }

  /** Refuses another question of a user, or of an access token, with too many open ones. */
  function check({ userId, request }: Pick<Asker, 'userId' | 'request'>) {
    if ((openOf.get(request.limitedAs ?? userId) ?? 0) >= MAX_OPEN_PER_USER)
      throw new Refusal('rate-limited', 'tooManyQuestions', undefined, RETRY_AFTER_SECONDS)
    if (total >= MAX_OPEN) throw busy()
  }

  function open({ userId, request, isFresh = true }: Asker): LongQuestion {
    check({ userId, request })
    const asker = request.limitedAs ?? userId
    count(asker, 1)
    const { signal, stopWatching } = watchCaller(request)
    let isOpen = true
    let parts = 0

    const turn = { userId, signal, maxWaitMs }
    const read = <T>(work: (reader: Db) => Promise<T>) =>
      runInTurn({ ...turn, queue, maxRunMs }, (signal) => work(openReader(signal, { isFresh })))

    const readSnapshot = <T>(work: (snapshot: Db) => Promise<T>) =>
      runInTurn({ ...turn, queue: snapshotQueue, maxRunMs: MAX_SNAPSHOT_MS }, (signal) => withSnapshot(signal, work))

    const readPart = <T>(work: (reader: Db) => Promise<T>) =>
      read(async (reader) => {
        const part = await work(reader)
        parts += 1
        if (parts > QUICK_PARTS) await sleep(Math.min(PAUSE_MS * openOf.get(asker)!, MAX_PAUSE_MS))
        return part
      })

    function close() {
      if (!isOpen) return
      isOpen = false
      stopWatching()
      count(asker, -1)
    }

    return { read, readPart, readSnapshot, close }
  }

  /** A question that is answered by one call of `work`. */
  async function ask<T>(asker: Asker, work: (reader: Db) => Promise<T>) {
    const question = open(asker)
    try {
      return await question.read(work)
    } finally {
      question.close()
    }
  }

  return { open, ask, check }
}

interface Turn {
  queue: ReturnType<typeof createFairQueue>
  userId: string
  signal: AbortSignal
  maxWaitMs: number
  maxRunMs: number
}

/** Waits for the user's turn, and ends what takes too long or has lost its caller. */
async function runInTurn<T>(
  { queue, userId, signal, maxWaitMs, maxRunMs }: Turn,
  run: (signal: AbortSignal) => Promise<T>,
) {
  const limit = createTimeLimit(signal)
  try {
    limit.set(maxWaitMs, busy())
    return await queue.run(userId, limit.signal, () => {
      limit.set(maxRunMs, new Refusal('unavailable', 'questionTooLong'))
      return run(limit.signal)
    })
  } finally {
    limit.clear()
  }
}

export type LongQuestions = ReturnType<typeof createLongQuestions>

/** For a question whose reply is sent after `answer` has returned it: the reply closes the question, and so does a failure. */
export async function closeOnFailure<T>(question: LongQuestion, answer: () => Promise<T>) {
  try {
    return await answer()
  } catch (error) {
    question.close()
    throw error
  }
}

const busy = () => new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS)

/** The signal aborts when the connection of a request is closed. */
export function watchCaller({ raw: { socket } }: FastifyRequest) {
  const controller = new AbortController()
  const onClose = () => controller.abort(busy())
  if (socket.destroyed) onClose()
  socket.once('close', onClose)
  return { signal: controller.signal, stopWatching: () => void socket.off('close', onClose) }
}

/** Aborts with another signal, or when the time that was set last is over. */
function createTimeLimit(outer: AbortSignal) {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => controller.abort(outer.reason)
  if (outer.aborted) onAbort()
  outer.addEventListener('abort', onAbort)
  return {
    signal: controller.signal,
    set(milliseconds: number, reason: Refusal) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(reason), milliseconds)
    },
    clear() {
      clearTimeout(timer)
      outer.removeEventListener('abort', onAbort)
    },
  }
}
