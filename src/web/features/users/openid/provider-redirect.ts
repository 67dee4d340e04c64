import { openid } from '#contract/accounts/openid.ts'
import { call } from '#web/api/call.ts'
import { currentLanguage } from '#web/i18n/i18n.ts'
import { readTabStored, takeTabStored, writeTabStored } from '#web/storage.ts'

/** A provider redirects back to /login, with its reply in the query. */
const REPLY = /[?&](code|error)=/

export const isFromProvider = REPLY.test(location.search) && readTabStored('provider-sign-in') !== undefined

/** Opens the provider's page. `from` is the path to open after the sign-in. */
export async function redirectToProvider(provider: string, from: string | undefined) {
  const { address, flow } = await call(openid.start, { body: { provider, language: currentLanguage() } })
  writeTabStored('provider-sign-in', JSON.stringify({ flow, from }))
  location.assign(address)
}

/** Opens the provider's page to link an account there to that of the user. */
export async function redirectToLink(provider: string, password: string | undefined) {
  const body = { provider, language: currentLanguage(), ...(password !== undefined && { password }) }
  const { address, flow } = await call(openid.startLink, { body })
  writeTabStored('provider-link', JSON.stringify({ flow }))
  location.assign(address)
}

/**
 * The provider's reply, if it belongs to a request of this tab. It is removed from the address bar and the history, and can
 * be used once.
 */
export function takeProviderReply(purpose: 'provider-sign-in' | 'provider-link') {
  const reply = location.search.slice(1)
  if (!REPLY.test(location.search) || readTabStored(purpose) === undefined) return undefined
  const { flow, from } = takeTabStored(purpose)
  // The route guard of the sign-in page redirects to `from`.
  history.replaceState({ ...(history.state as object | null), from }, '', location.pathname + location.hash)
  return typeof flow === 'string' ? { flow, reply } : undefined
}
