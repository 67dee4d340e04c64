import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { securityEvents } from '#contract/security/events.ts'
import { openid } from '#contract/accounts/openid.ts'
import { twoFactor } from '#contract/security/two-factor.ts'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { repeatRunningRequests } from '#web/api/refetch-after-change.ts'
import { closeSession } from '#web/api/session.ts'
import { SIGN_IN_WAYS } from './openid/sign-in-ways.ts'

export { SIGN_IN_WAYS }

/** The key of all queries about the user's own account. */
export const ACCOUNT_KEY = ['users']

export const profileQuery = queryOptions({ queryKey: ['users', 'profile'], queryFn: () => call(users.profile, {}) })

/** Always stale, because the link may be opened on another device. */
export const verificationQuery = queryOptions({
  queryKey: ['users', 'verification'],
  queryFn: () => call(users.verificationStatus, {}),
  staleTime: 0,
})

export const securityEventsQuery = queryOptions({
  queryKey: ['users', 'security-events'],
  queryFn: () => call(securityEvents.list, {}),
  staleTime: 0,
})

export const twoFactorQuery = queryOptions({
  queryKey: ['users', 'two-factor'],
  queryFn: () => call(twoFactor.state, {}),
})

export const sessionsQuery = queryOptions({
  queryKey: ['users', 'sessions'],
  queryFn: () => call(users.sessions, {}),
})

export const identitiesQuery = queryOptions({
  queryKey: ['users', 'identities'],
  queryFn: () => call(openid.identities, {}),
})

/** The form that uses it shows the error. */
export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof users.changeProfile>['body']) => call(users.changeProfile, { body }),
    onSuccess: async (user) => {
      client.setQueryData(profileQuery.queryKey, user)
      repeatRunningRequests(client, { queryKey: profileQuery.queryKey })
      await client.invalidateQueries({ queryKey: verificationQuery.queryKey })
    },
    meta: { showsError: true },
  })
}

export async function signOut() {
  const hasProviders = SIGN_IN_WAYS.providers.length > 0
  // An unreachable server must not keep the user signed in on this device.
  const reply = await (hasProviders ? call(openid.signOut, {}) : call(users.logout, {})).catch(() => null)
  closeSession('signed-out')
  // Otherwise the next press on the provider's button would sign in again without a question.
  if (reply?.address) location.assign(reply.address)
}
