import type { TimerSnapshot } from '#contract/timer.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { Connection } from './connection.ts'
import { fetchTimer } from './http.ts'

const MAX_WAIT_MS = 2_000

interface Options {
  connection: Connection
  clock: Clock
  isAllowed: () => boolean
  takeIn: (snapshot: TimerSnapshot, timestamp: number) => Promise<void>
}

/** Presses are judged by what the server says of the timer: until it has spoken they wait, but none waits long. */
export function createSnapshotFreshness({ connection, clock, isAllowed, takeIn }: Options) {
  let isHeard = false
  let waiting: (() => void)[] = []

  function endWaiting() {
    isHeard = true
    for (const goOn of waiting) goOn()
    waiting = []
  }

  async function hear() {
    const live = isAllowed() ? await connection.requestSync() : undefined
    const snapshot = live ?? (await fetchTimer(clock).catch(() => undefined))
    if (snapshot !== undefined) await takeIn(snapshot, snapshot.now)
    endWaiting()
  }

  return {
    hear,
    /** Resolves when the server has spoken, or when there is no more to hope for. */
    heard: async () => {
      if (isHeard) return
      const isOver = new Promise<void>((resolve) => waiting.push(resolve))
      const tooLong = setTimeout(endWaiting, MAX_WAIT_MS)
      connection.nudge()
      void connection.revive()
      void hear()
      await isOver
      clearTimeout(tooLong)
    },
    /** What is shown may be old. */
    doubt: () => void (isHeard = false),
    endWaiting,
  }
}
