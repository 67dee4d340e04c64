import type { TimerSnapshot } from '#contract/timer.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { Connection } from './connection.ts'
import { fetchTimer } from './http.ts'

/** How long a command waits for the server's snapshot. */
const MAX_WAIT_MS = 2_000

interface Options {
  connection: Connection
  clock: Clock
  isAllowed: () => boolean
  onSnapshot: (snapshot: TimerSnapshot, timestamp: number) => Promise<void>
}

/** A command is decided on the server's latest snapshot, so it waits while the present one may be stale, but not long. */
export function createSnapshotFreshness({ connection, clock, isAllowed, onSnapshot }: Options) {
  let isFresh = false
  let waiting: (() => void)[] = []

  function releaseWaiting() {
    isFresh = true
    for (const release of waiting) release()
    waiting = []
  }

  async function refreshSnapshot() {
    const live = isAllowed() ? await connection.requestSync() : undefined
    const snapshot = live ?? (await fetchTimer(clock).catch(() => undefined))
    if (snapshot !== undefined) await onSnapshot(snapshot, snapshot.now)
    releaseWaiting()
  }

  return {
    refreshSnapshot,
    /** Resolves when a snapshot has come, when none can be had, or after the longest wait. */
    whenFresh: async () => {
      if (isFresh) return
      const isReleased = new Promise<void>((resolve) => waiting.push(resolve))
      const timeout = setTimeout(releaseWaiting, MAX_WAIT_MS)
      connection.retryNow()
      void connection.reconnectIfDead()
      void refreshSnapshot()
      await isReleased
      clearTimeout(timeout)
    },
    markStale: () => void (isFresh = false),
    releaseWaiting,
  }
}
