/** Keys that belong to the device rather than to a user. `boot.js` reads two of them before the app is loaded. */
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

type StoredKey = (typeof DEVICE_KEYS)[number] | 'token' | 'timer-state' | 'unsaved-preferences' | 'recent-commands'

/** Storage may be blocked or full. The app then works on without it. */
export function readStored(key: StoredKey): string | undefined {
  return attempt(() => localStorage.getItem(key)) ?? undefined
}

export function writeStored(key: StoredKey, value: string) {
  attempt(() => localStorage.setItem(key, value))
}

export function removeStored(key: StoredKey) {
  attempt(() => localStorage.removeItem(key))
}

/** Uses session storage, which survives a redirect to another site and back. */
export function writeTabStored(key: 'google-sign-in', value: string) {
  attempt(() => sessionStorage.setItem(key, value))
}

export function takeTabStored(key: 'google-sign-in'): string | undefined {
  const value = attempt(() => sessionStorage.getItem(key)) ?? undefined
  attempt(() => sessionStorage.removeItem(key))
  return value
}

/** Removes everything but the device's own keys. */
export function removeUserStored() {
  attempt(() => sessionStorage.clear())
  const deviceKeys: readonly string[] = DEVICE_KEYS
  for (const key of attempt(() => Object.keys(localStorage)) ?? [])
    if (!deviceKeys.includes(key)) attempt(() => localStorage.removeItem(key))
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
