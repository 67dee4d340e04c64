import type { QueryClient } from '@tanstack/react-query'
import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'

/** Loads and starts the signals with the first run, as an idle timer needs none. Returns a function that stops them. */
export function startSignalsWhenActive(client: QueryClient) {
  let isLoading = false
  let isStopped = false
  let stop: (() => void) | undefined

  async function load({ view } = readTimer()) {
    if (isLoading || stop !== undefined || view.status === 'idle') return
    isLoading = true
    try {
      const { startSignals } = await import('./start.ts')
      if (!isStopped) stop = startSignals(client)
    } catch {
      // Without a network the code may not load. The next change of the timer tries again.
    }
    isLoading = false
  }

  void load()
  const unsubscribe = onTimerChange((timer) => void load(timer))
  return () => {
    isStopped = true
    unsubscribe()
    stop?.()
  }
}
