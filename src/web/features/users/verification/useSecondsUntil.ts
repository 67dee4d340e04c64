import { useSyncExternalStore } from 'react'

/** Counts down to a moment, second by second; 0 from then on. */
export function useSecondsUntil(moment: number) {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((moment - Date.now()) / 1_000)))
}

function everySecond(listener: () => void) {
  const interval = setInterval(listener, 1_000)
  return () => clearInterval(interval)
}
