import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'

/** Where to sign in with Google, if anywhere. Without an answer there is still the form. */
export async function fetchGoogleAddress() {
  const { address } = await call(users.googleAddress, {}).catch(() => ({ address: null }))
  return address ?? undefined
}

/** Google sends back here with its answer behind the `#`. */
export const isFromGoogle = /[#&](id_token|error)=/.test(location.hash)
