import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentPreferences, onPreferencesChange } from './preferences.ts'

/** Keeps the screen on while the timer runs on a visible page, if the user wants that. Returns how to stop. */
export function keepScreenAwake() {
  if (!('wakeLock' in navigator)) return () => {}
  const stopping = new AbortController()
  const isWanted = () =>
    !stopping.signal.aborted &&
    currentPreferences().staysAwake &&
    readTimer().view.status === 'running' &&
    document.visibilityState === 'visible'

  const update = createLockHolder(isWanted, () => navigator.wakeLock.request('screen'))
  update()
  const unsubscribes = [onTimerChange(update), onPreferencesChange(update)]
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

/** Requests and releases a lock as it is wanted, with one request at a time. */
export function createLockHolder(isWanted: () => boolean, request: () => Promise<Lock>) {
  let lock: Lock | undefined
  let isRequesting = false
  let isRefused = false

  return function update() {
    if (!isWanted()) {
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
        // A low battery, for instance. The lock is requested again when it is wanted anew.
        () => (isRefused = true),
      )
      .finally(() => {
        isRequesting = false
        if (!isWanted()) update()
      })
      .catch(() => undefined)
  }
}
