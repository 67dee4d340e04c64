import type { Timer } from '#web/features/timer/queries.ts'
import { currentPreferences, onPreferencesChange } from './preferences.ts'

/** If enabled, keeps the screen on while the timer runs on a visible page. Returns a function that stops it. */
export function keepScreenAwake({ store }: Timer) {
  if (!('wakeLock' in navigator)) return () => {}
  const stopping = new AbortController()
  const isNeeded = () =>
    !stopping.signal.aborted &&
    currentPreferences().staysAwake &&
    store.getState().view.status === 'running' &&
    document.visibilityState === 'visible'

  const update = createLockHolder(isNeeded, () => navigator.wakeLock.request('screen'))
  update()
  const unsubscribes = [store.subscribe(update), onPreferencesChange(update)]
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', update, { signal: stopping.signal })
  return () => {
    stopping.abort()
    for (const unsubscribe of unsubscribes) unsubscribe()
    update()
  }
}

interface Lock {
  readonly released: boolean
  release: () => Promise<void>
}

/** Holds a lock while `isNeeded`. Its `update` must be called after every change. */
export function createLockHolder(isNeeded: () => boolean, request: () => Promise<Lock>) {
  let lock: Lock | undefined
  let isRequesting = false
  let isRefused = false

  return function update() {
    if (!isNeeded()) {
      isRefused = false
      void lock?.release()
      lock = undefined
      return
    }
    if (isRequesting || isRefused || lock?.released === false) return
    isRequesting = true
    request()
      .then(
        (granted) => (lock = granted),
        // Browsers refuse at a low battery, for instance. The lock is requested again when the timer runs again.
        () => (isRefused = true),
      )
      .finally(() => {
        isRequesting = false
        if (!isNeeded()) update()
      })
      .catch(() => undefined)
  }
}
