import { useSyncExternalStore } from 'react'

/** Counts down to a time in whole seconds, then stays 0. */
export function useSecondsUntil(time: number) {
  return useSyncExternalStore(subscribeToSeconds, () => Math.max(0, Math.ceil((time - Date.now()) / 1_000)))
}

function subscribeToSeconds(listener: () => void) {
  const interval = setInterval(listener, 1_000)
  return () => clearInterval(interval)
}
