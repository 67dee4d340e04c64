import type { TimerSnapshot } from '#contract/timer.ts'
import { createBatchLoader } from '#server/loading/batch-loader.ts'
import type { Db } from '#server/db/connect.ts'
import { listDueTimes } from './queries.ts'
import { findSnapshot, listSnapshots, NO_TIMER } from './run-queries.ts'

interface Options {
  db: Db
  now: () => number
  /** Replays a timer up to now, and saves it. */
  advance: (userId: string) => Promise<unknown>
  /** During maintenance nothing is saved: clients end the phases themselves, and the server does so afterwards. */
  isPaused: () => boolean
}

/** Reads timers, and first ends their phases that are due. */
export function createTimerReader({ db, now, advance, isPaused }: Options) {
  const loadDueTime = createBatchLoader((userIds: string[]) => listDueTimes(db, userIds))
  const loadSnapshot = createBatchLoader((userIds: string[]) => listSnapshots(db, userIds))

  async function readWith(find: typeof findSnapshot, userId: string): Promise<TimerSnapshot> {
    const saved = await find(db, userId)
    const isDue = saved.dueAt !== null && saved.dueAt <= now() && !isPaused()
    if (isDue) await advance(userId)
    const { revision, run } = isDue ? await find(db, userId) : saved
    return { revision, now: now(), run: run as TimerSnapshot['run'] }
  }

  return {
    read: (userId: string) => readWith(findSnapshot, userId),

    /** Reads a timer together with those that others ask for at the same time, as after the restart of a proxy. */
    readTogether: (userId: string) => readWith(async () => (await loadSnapshot(userId)) ?? NO_TIMER, userId),

    /** Advances the timer if its saved due time has come, and returns that time. */
    async advanceIfDue(userId: string) {
      const dueAt = (await loadDueTime(userId)) ?? Infinity
      if (dueAt <= now() && !isPaused()) await advance(userId)
      return dueAt
    },
  }
}
