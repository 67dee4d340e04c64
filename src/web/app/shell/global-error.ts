import { useSyncExternalStore } from 'react'
import type { TextKey } from '#web/i18n/i18n.ts'

interface Failure {
  error: unknown
  /** The message if the server gave none. */
  fallback: TextKey | undefined
}

const listeners = new Set<() => void>()
let current: Failure | undefined

/** Shows an error that no screen shows itself. */
export function setGlobalError(error: unknown, fallback?: TextKey) {
  change({ error, fallback })
}

export const dismissGlobalError = () => change(undefined)

function change(failure: Failure | undefined) {
  current = failure
  for (const listener of listeners) listener()
}

export function useGlobalError() {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
