import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'

/** The URL for Google sign-in, or undefined if it is not configured or the request fails. */
export async function fetchGoogleAddress() {
  const { address } = await call(users.googleAddress, {}).catch(() => ({ address: null }))
  return address ?? undefined
}

/** Google puts its reply into the URL fragment. */
export const isFromGoogle = /[#&](id_token|error)=/.test(location.hash)
