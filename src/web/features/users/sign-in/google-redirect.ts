import { writeTabStored, takeTabStored } from '#web/storage.ts'

/** Goes to Google, which sends back to /login. */
export function redirectToGoogle(address: string, from: string | undefined) {
  const state = crypto.randomUUID()
  writeTabStored('google-sign-in', JSON.stringify({ state, from }))
  location.assign(`${address}&state=${state}`)
}

/** Google's token, if it answers what was asked in this tab. Taken once: neither address nor history may keep it. */
export function takeGoogleToken(): string | undefined {
  const answer = new URLSearchParams(location.hash.slice(1))
  const { state, from } = JSON.parse(takeTabStored('google-sign-in') ?? '{}') as { state?: string; from?: string }
  // The guard of the sign-in page leads on from there.
  history.replaceState({ ...(history.state as object | null), from }, '', location.pathname)
  const isOurs = state !== undefined && state === answer.get('state')
  return isOurs ? (answer.get('id_token') ?? undefined) : undefined
}
