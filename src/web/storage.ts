/** What belongs to the device, whoever uses it. `boot.js` reads two of these before the app is there. */
const DEVICE_KEYS = [
  'theme',
  'language',
  'first-visit',
  'project-color',
  'default-colors',
  'theme-tokens',
  'signals',
  'single-keys',
] as const

/** Everything the app keeps in local storage. */
type StoredKey =
  (typeof DEVICE_KEYS)[number] | 'token' | 'timer-state' | 'unsaved-preferences' | 'recent-commands' | 'waiting-changes'

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

/** For this tab alone, over the way to another site and back. */
export function writeTabStored(key: 'google-sign-in', value: string) {
  attempt(() => sessionStorage.setItem(key, value))
}

export function takeTabStored(key: 'google-sign-in'): string | undefined {
  const value = attempt(() => sessionStorage.getItem(key)) ?? undefined
  attempt(() => sessionStorage.removeItem(key))
  return value
}

/** Leaves nothing of a user behind on the device, nor in this tab. */
export function removeUserStored() {
  attempt(() => sessionStorage.clear())
  const kept: readonly string[] = DEVICE_KEYS
  for (const key of attempt(() => Object.keys(localStorage)) ?? [])
    if (!kept.includes(key)) attempt(() => localStorage.removeItem(key))
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
