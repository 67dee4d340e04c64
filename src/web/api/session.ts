import { removeUserStored, readStored, writeStored } from '#web/storage.ts'

/** `rejected` by the server; what waits to be sent then stays for the same user. */
export type SessionEnding = 'rejected' | 'signed-out' | 'deleted'

type Listener = (ending?: SessionEnding) => void

const listeners = new Set<Listener>()

/** The stored token as long as it is good: an expired or unreadable one counts as none. */
export function currentToken(): string | undefined {
  const token = readStored('token')
  return token === undefined || isExpired(token, Date.now()) ? undefined : token
}

export function startSession(token: string) {
  writeStored('token', token)
  notify()
}

/** The user whom the stored token names. */
export function currentUserId(): string | undefined {
  const subject = readClaims(currentToken()?.split('.')[1] ?? '')?.sub
  return typeof subject === 'string' ? subject : undefined
}

export const endRejectedSession = () => closeSession('rejected')

export function closeSession(ending: SessionEnding) {
  if (readStored('token') === undefined) return
  removeUserStored()
  notify(ending)
}

/** Called when a session starts or ends, in this tab, which knows why it ends, or in another one. */
export function onSessionChange(listener: Listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function followOtherTabs() {
  addEventListener('storage', ({ key }) => {
    // A null key: the whole storage was cleared.
    if (key !== 'token' && key !== null) return
    if (readStored('token') === undefined) removeUserStored()
    notify()
  })
}

/** The specification's rule: three parts, and an expiry that is still to come. */
export function isExpired(token: string, now: number) {
  const [, claims, signature, ...rest] = token.split('.')
  if (claims === undefined || signature === undefined || rest.length > 0) return true
  const expiresAtSeconds = readClaims(claims)?.exp
  return typeof expiresAtSeconds !== 'number' || expiresAtSeconds * 1_000 <= now
}

function readClaims(claims: string): { exp?: unknown; sub?: unknown } | undefined {
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown; sub?: unknown }
  } catch {
    // Not a token of any server: as good as expired.
    return undefined
  }
}

function notify(ending?: SessionEnding) {
  for (const listener of listeners) listener(ending)
}
