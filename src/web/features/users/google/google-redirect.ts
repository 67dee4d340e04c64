import { writeTabStored, takeTabStored } from '#web/storage.ts'

/** Google redirects back to /login. */
export function redirectToGoogle(address: string, from: string | undefined) {
  const state = crypto.randomUUID()
  writeTabStored('google-sign-in', JSON.stringify({ state, from }))
  location.assign(`${address}&state=${state}`)
}

/**
 * Google's token, if it belongs to the request of this tab. It is removed from the URL, so that neither the address bar
 * nor the history keeps it.
 */
export function takeGoogleToken(): string | undefined {
  const reply = new URLSearchParams(location.hash.slice(1))
  const { state, from } = takeTabStored('google-sign-in')
  // The route guard of the sign-in page redirects to `from`.
  history.replaceState({ ...(history.state as object | null), from }, '', location.pathname)
  const isOwnRequest = state !== undefined && state === reply.get('state')
  return isOwnRequest ? (reply.get('id_token') ?? undefined) : undefined
}
