import { queryOptions } from '@tanstack/react-query'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { endSession } from '#web/api/session.ts'

export const profileQuery = queryOptions({ queryKey: ['users', 'profile'], queryFn: () => call(users.profile, {}) })

export async function signOut() {
  // A server that cannot be told must not keep anybody signed in on this device.
  await call(users.logout, {}).catch(() => undefined)
  endSession()
}
