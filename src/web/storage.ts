import { nameInOrigin } from '#web/base-path.ts'

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

type StoredKey =
  | (typeof DEVICE_KEYS)[number]
  | 'token'
  | 'timer-state'
  | 'formats'
  | 'auto-start'
  | 'unsaved-preferences'
  | 'recent-commands'
  | 'last-activity'
  | 'dismissed-verification'
  | 'week-events'

/** Storage may be blocked or full. The app then works on without it. */
export function readStored(key: StoredKey): string | undefined {
  return attempt(() => localStorage.getItem(nameInOrigin(key))) ?? undefined
}

/** A stored object, empty if something else is stored. Its fields may hold values of any type. */
export function readStoredObject(key: StoredKey): Record<string, unknown> {
  return parseObject(readStored(key))
}

export function writeStored(key: StoredKey, value: string) {
  attempt(() => localStorage.setItem(nameInOrigin(key), value))
}

export function removeStored(key: StoredKey) {
  attempt(() => localStorage.removeItem(nameInOrigin(key)))
}

type TabKey = 'google-sign-in' | 'invitation' | 'provider-sign-in' | 'provider-link' | 'shared-report'

/** Uses session storage, which survives a redirect to another site and back. */
export function writeTabStored(key: TabKey, value: string) {
  attempt(() => sessionStorage.setItem(nameInOrigin(key), value))
}

export const readTabStored = (key: TabKey) => attempt(() => sessionStorage.getItem(nameInOrigin(key))) ?? undefined

export function takeTabStored(key: TabKey): Record<string, unknown> {
  const text = readTabStored(key)
  attempt(() => sessionStorage.removeItem(nameInOrigin(key)))
  return parseObject(text)
}

/** Removes everything of this site but the device's own keys. */
export function removeUserStored() {
  const deviceKeys: readonly string[] = DEVICE_KEYS
  removeOwn(() => sessionStorage, [])
  removeOwn(() => localStorage, deviceKeys)
}

/** Keys with another path belong to other sites of the same origin. */
function removeOwn(storage: () => Storage, keptNames: readonly string[]) {
  for (const key of attempt(() => Object.keys(storage())) ?? []) {
    const [name = ''] = key.split('/', 1)
    if (key === nameInOrigin(name) && !keptNames.includes(name)) attempt(() => storage().removeItem(key))
  }
}

function parseObject(text = '{}'): Record<string, unknown> {
  const value: unknown = attempt(() => JSON.parse(text))
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
