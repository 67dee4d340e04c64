import type { QueryClient } from '@tanstack/react-query'
import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'

/** At rest there is nothing to tell: what tells it is loaded with the first run. Returns how to stop it. */
export function startSignalsWhenActive(client: QueryClient) {
  let isLoading = false
  let isOver = false
  let stop: (() => void) | undefined

  async function load({ view } = readTimer()) {
    if (isLoading || stop !== undefined || view.status === 'idle') return
    isLoading = true
    try {
      const { startSignals } = await import('./start.ts')
      if (!isOver) stop = startSignals(client)
    } catch {
      // Without a network it may not come: the next change of the timer tries again.
    }
    isLoading = false
  }

  void load()
  const unsubscribe = onTimerChange((timer) => void load(timer))
  return () => {
    isOver = true
    unsubscribe()
    stop?.()
  }
}
