import { nameInOrigin } from '#web/base-path.ts'
import { readStored, removeUserStored, writeStored } from '#web/storage.ts'

/** After `rejected` (by the server) unsent data stays on the device for the same user. */
export type SessionEnding = 'rejected' | 'signed-out' | 'deleted'

type Listener = (ending?: SessionEnding) => void

const listeners = new Set<Listener>()

/** The stored token; undefined if it has expired or cannot be read. */
export function currentToken(): string | undefined {
  const token = readStored('token')
  return token === undefined || isExpired(token, Date.now()) ? undefined : token
}

export function startSession(token: string) {
  writeStored('token', token)
  notify()
}

/** The id of the user in the stored token. */
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

/** Subscribes to starts and ends of the session. Only the tab that ends it knows the reason. */
export function onSessionChange(listener: Listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function followOtherTabs() {
  addEventListener('storage', ({ key }) => {
    // The key is null when the whole storage was cleared.
    if (key !== nameInOrigin('token') && key !== null) return
    if (readStored('token') === undefined) removeUserStored()
    notify()
  })
}

/** By the specification, a valid token has three parts and an expiry in the future. */
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
    // A token that is not base64 or not JSON counts as expired.
    return undefined
  }
}

function notify(ending?: SessionEnding) {
  for (const listener of listeners) listener(ending)
}
