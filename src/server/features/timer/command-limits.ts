import { setTimeout } from 'node:timers/promises'
import { Refusal } from '#server/errors.ts'
import type { Limit } from '#server/http/rate-limits.ts'

interface Balance {
  left: number
  at: number
}

const SWEEP_INTERVAL_MS = 60_000

/**
 * Limits the work that the commands of one user cause on this server: `times` at once, and as much again in each
 * window. A plain command counts as one; one that many runs depend on counts as several.
 */
export function createWorkLimit(limit: Limit | null, now: () => number) {
  const balances = new Map<string, Balance>()
  let sweptAt = now()

  function balanceOf(userId: string, { times, windowMs }: Limit) {
    const { left, at } = balances.get(userId) ?? { left: times, at: now() }
    return Math.min(times, left + (Math.max(0, now() - at) * times) / windowMs)
  }

  /** Forgets users whose balance is full again. */
  function sweep(limit: Limit) {
    if (now() - sweptAt < SWEEP_INTERVAL_MS) return
    sweptAt = now()
    for (const userId of balances.keys()) if (balanceOf(userId, limit) >= limit.times) balances.delete(userId)
  }

  const isUsedUp = (userId: string) => limit !== null && balanceOf(userId, limit) < 1

  /** Refuses further work of a user who has used up their share. */
  function check(userId: string) {
    if (limit === null || !isUsedUp(userId)) return
    const missing = Math.max(1, limit.times * RESUME_SHARE) - balanceOf(userId, limit)
    const seconds = Math.ceil((missing * limit.windowMs) / limit.times / 1_000)
    throw new Refusal('rate-limited', 'tooManyRequests', undefined, seconds)
  }

  function charge(userId: string, work: number) {
    if (limit === null) return
    balances.set(userId, { left: balanceOf(userId, limit) - work, at: now() })
    sweep(limit)
  }

  return {
    isUsedUp,
    check,

    /** Does work that has been checked, and counts it. */
    async run<T extends { work?: number } | undefined>(userId: string, apply: () => Promise<T>): Promise<T> {
      const applied = await apply()
      charge(userId, applied?.work ?? MIN_WORK)
      return applied
    },
  }
}

/** The work of a command that is already known, or that changes nothing. */
const MIN_WORK = 0.2

/** The part of the limit that a refused client should wait for, so that it does not come back for each command. */
const RESUME_SHARE = 0.01

/** The pause after some work, compared with its length. */
const PAUSE_PER_WORK = 3
const MAX_PAUSE_MS = 500
/** More than all devices and tabs of a user send at the same time. */
const MAX_WAITING = 10

/**
 * Runs the work of each user one after the other, with a longer pause after each, so that one user gets about a
 * quarter of the process and of the disk at most. Without it the requests of one user would wait for each other in the
 * database, with all of its connections.
 */
export function createUserQueue(pausePerWork = PAUSE_PER_WORK) {
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()

  return {
    async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const queue = queues.get(userId) ?? { waiting: 0, last: Promise.resolve() }
      queues.set(userId, queue)
      queue.waiting += 1
      let startedAt = performance.now()
      const result = queue.last.then(() => {
        startedAt = performance.now()
        return work()
      })
      const finish = async () => {
        queue.waiting -= 1
        await setTimeout(Math.min(pausePerWork * (performance.now() - startedAt), MAX_PAUSE_MS))
        if (queue.last === finished) queues.delete(userId)
      }
      const finished = result.then(finish, finish)
      queue.last = finished
      return result
    },

    /** Refuses work of a user whose other work waits already. */
    check(userId: string) {
      if ((queues.get(userId)?.waiting ?? 0) >= MAX_WAITING)
        throw new Refusal('rate-limited', 'tooManyRequests', undefined, 1)
    },
  }
}

/** The limits of the commands of each user. Without a limit, nothing pauses either. */
export function createCommandLimits(limit: Limit | null, now: () => number) {
  const queue = createUserQueue(limit === null ? 0 : PAUSE_PER_WORK)
  const work = createWorkLimit(limit, now)
  return {
    runInTurn: queue.run,
    runCounted: work.run,
    isUsedUp: work.isUsedUp,
    /** Refuses commands of a user who has reached the limit, or whose other commands wait already. */
    check(userId: string) {
      queue.check(userId)
      work.check(userId)
    },
  }
}
