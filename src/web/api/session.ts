import { forgetUser, readStored, writeStored } from '#web/storage.ts'

const listeners = new Set<() => void>()

/** The stored token as long as it is good: an expired or unreadable one counts as none. */
export function currentToken(): string | undefined {
  const token = readStored('token')
  return token === undefined || isExpired(token, Date.now()) ? undefined : token
}

export function startSession(token: string) {
  writeStored('token', token)
  notify()
}

export function endSession() {
  if (readStored('token') === undefined) return
  forgetUser()
  notify()
}

/** Called when a session starts or ends, in this tab or in another one. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function followOtherTabs() {
  addEventListener('storage', ({ key }) => {
    // A null key: the whole storage was cleared.
    if (key !== 'token' && key !== null) return
    if (readStored('token') === undefined) forgetUser()
    notify()
  })
}

/** The specification's rule: three parts, and an expiry that is still to come. */
export function isExpired(token: string, now: number) {
  const [, claims, signature, ...rest] = token.split('.')
  if (claims === undefined || signature === undefined || rest.length > 0) return true
  const expiresAtSeconds = readExpiry(claims)
  return expiresAtSeconds === undefined || expiresAtSeconds * 1_000 <= now
}

function readExpiry(claims: string): number | undefined {
  try {
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof exp === 'number' ? exp : undefined
  } catch {
    // Not a token of any server: as good as expired.
    return undefined
  }
}

function notify() {
  for (const listener of listeners) listener()
}
