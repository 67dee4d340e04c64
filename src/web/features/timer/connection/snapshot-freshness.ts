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

/** Lets commands wait for the server's latest snapshot while this page's own may be stale, but not for long. */
export function createSnapshotFreshness({ connection, clock, isAllowed, onSnapshot }: Options) {
  let isFresh = false
  let waiting: (() => void)[] = []

  function releaseWaiting() {
    isFresh = true
    for (const release of waiting) release()
    waiting = []
  }

  async function refreshSnapshot() {
    const received = isAllowed() ? await connection.requestSync() : undefined
    const snapshot = received ?? (await fetchTimer(clock).catch(() => undefined))
    if (snapshot !== undefined) await onSnapshot(snapshot, snapshot.now)
    releaseWaiting()
  }

  return {
    refreshSnapshot,
    /** Resolves when a snapshot has arrived, when none can be loaded, or after `MAX_WAIT_MS`. */
    whenFresh: async () => {
      if (isFresh) return
      const released = new Promise<void>((resolve) => waiting.push(resolve))
      const timeout = setTimeout(releaseWaiting, MAX_WAIT_MS)
      connection.retryNow()
      void connection.reconnectIfDead()
      void refreshSnapshot()
      await released
      clearTimeout(timeout)
    },
    markStale: () => void (isFresh = false),
    releaseWaiting,
  }
}
