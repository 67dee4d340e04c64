/** Everything the app keeps in local storage. `boot.js` reads two of these before the app is there. */
type StoredKey =
  'token' | 'timer-state' | 'theme' | 'language' | 'first-visit' | 'project-color' | 'default-colors' | 'theme-tokens'

/** Storage may be forbidden or full: the app then works on, and forgets. */
export function readStored(key: StoredKey): string | undefined {
  return attempt(() => localStorage.getItem(key)) ?? undefined
}

export function writeStored(key: StoredKey, value: string) {
  attempt(() => localStorage.setItem(key, value))
}

export function removeStored(key: StoredKey) {
  attempt(() => localStorage.removeItem(key))
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
