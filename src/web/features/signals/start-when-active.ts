import type { QueryClient } from '@tanstack/react-query'
import type { Timer } from '#web/features/timer/queries.ts'

/** Loads and starts the signals with the first run, as an idle timer needs none. Returns a function that stops them. */
export function startSignalsWhenActive(timer: Timer, client: QueryClient) {
  let isLoading = false
  let isStopped = false
  let stop: (() => void) | undefined

  async function load({ view } = timer.store.getState()) {
    if (isLoading || stop !== undefined || view.status === 'idle') return
    isLoading = true
    try {
      const { startSignals } = await import('./start.ts')
      if (!isStopped) stop = startSignals(timer, client)
    } catch {
      // Without a network the code may not load. The next change of the timer tries again.
    }
    isLoading = false
  }

  void load()
  const unsubscribe = timer.store.subscribe((data) => void load(data))
  return () => {
    isStopped = true
    unsubscribe()
    stop?.()
  }
}
