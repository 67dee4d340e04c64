import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let current: unknown

/** Shows a failure that no screen shows by itself. `undefined` dismisses it. */
export function setGlobalError(error: unknown) {
  current = error
  for (const listener of listeners) listener()
}

export function useGlobalError() {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
