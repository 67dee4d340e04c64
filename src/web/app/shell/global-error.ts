import type { TextKey } from '#web/i18n/i18n.ts'
import { createValueStore } from '#web/value-store.ts'

interface Failure {
  error: unknown
  /** The message if the server gave none. */
  fallback: TextKey | undefined
}

const failure = createValueStore<Failure | undefined>(undefined)

/** Shows an error that no screen shows itself. */
export function setGlobalError(error: unknown, fallback?: TextKey) {
  failure.set({ error, fallback })
}

export const dismissGlobalError = () => failure.set(undefined)

export const useGlobalError = failure.useValue
