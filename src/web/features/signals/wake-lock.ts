import { onTimerChange, readTimer } from '#web/features/timer/queries.ts'
import { currentPreferences, onPreferencesChange } from './preferences.ts'

/** Keeps the screen on while the timer runs in view, for those who want that. Returns how to stop. */
export function keepScreenAwake() {
  if (!('wakeLock' in navigator)) return () => {}
  const leaving = new AbortController()
  const isWanted = () =>
    !leaving.signal.aborted &&
    currentPreferences().staysAwake &&
    readTimer().view.status === 'running' &&
    document.visibilityState === 'visible'

  const adjust = createLockHolder(isWanted, () => navigator.wakeLock.request('screen'))
  adjust()
  const unsubscribes = [onTimerChange(adjust), onPreferencesChange(adjust)]
  // The browser lets go of it whenever the page is hidden.
  document.addEventListener('visibilitychange', adjust, { signal: leaving.signal })
  return () => {
    leaving.abort()
    for (const unsubscribe of unsubscribes) unsubscribe()
    adjust()
  }
}

interface Lock {
  readonly released: boolean
  release: () => Promise<void>
}

/** Takes and leaves a lock as it is wanted, one at a time, however long the browser thinks about it. */
export function createLockHolder(isWanted: () => boolean, request: () => Promise<Lock>) {
  let lock: Lock | undefined
  let isAsking = false
  let isRefused = false

  return function adjust() {
    if (!isWanted()) {
      isRefused = false
      void lock?.release()
      lock = undefined
      return
    }
    if (isAsking || isRefused || lock?.released === false) return
    isAsking = true
    request()
      .then(
        (given) => (lock = given),
        // A low battery, for instance. It is asked for again when it is wanted again.
        () => (isRefused = true),
      )
      .finally(() => {
        isAsking = false
        if (!isWanted()) adjust()
      })
      .catch(() => undefined)
  }
}
