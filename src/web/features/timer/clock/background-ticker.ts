import type { TimerStore } from '#web/features/timer/store.ts'

/** Ticks in a worker while the timer runs on a hidden page, which browsers throttle to one tick a minute. */
export function tickWhileHidden(store: TimerStore) {
  let worker: Worker | undefined

  function update() {
    const needsWorker = document.visibilityState === 'hidden' && store.getState().view.status === 'running'
    if (needsWorker === (worker !== undefined)) return
    worker?.terminate()
    worker = needsWorker
      ? new Worker(new URL('../../../worker/background-ticker.ts', import.meta.url), { type: 'module' })
      : undefined
    worker?.addEventListener('message', () => store.refresh())
  }

  const unsubscribe = store.subscribe(update)
  document.addEventListener('visibilitychange', update)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', update)
    worker?.terminate()
  }
}
