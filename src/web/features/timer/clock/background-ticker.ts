import type { TimerStore } from '#web/features/timer/store.ts'

/** Browsers let a hidden page tick once a minute, but not a worker: while the timer runs unseen, one gives the beat. */
export function tickWhileHidden(store: TimerStore) {
  let beat: Worker | undefined

  function adjust() {
    const isWanted = document.visibilityState === 'hidden' && store.getState().view.status === 'running'
    if (isWanted === (beat !== undefined)) return
    beat?.terminate()
    beat = isWanted
      ? new Worker(new URL('../../../worker/background-ticker.ts', import.meta.url), { type: 'module' })
      : undefined
    beat?.addEventListener('message', () => store.refresh())
  }

  const unsubscribe = store.subscribe(adjust)
  document.addEventListener('visibilitychange', adjust)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', adjust)
    beat?.terminate()
  }
}
