import { createQueryClient } from '#web/api/query-client.ts'
import { onSessionChange } from '#web/api/session.ts'
import { settlePreferences } from '#web/features/users/preferences.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { setGlobalError } from './global-error.ts'
import { loadInitialData, wearProjectColor } from './initial-data.ts'

/** Arrives with the first page of a signed-in user: a stranger has nothing to cache. */
export const queryClient = createQueryClient(setGlobalError)

wearProjectColor(queryClient)

let settledFor: string | undefined

// Nothing of one user may be seen by the next.
onSessionChange(() => {
  queryClient.clear()
  settledFor = undefined
})

/** Asks the server who is signed in. A rejection ends the session; silence leaves the user unknown for now. */
export async function checkSession() {
  await queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
  const user = queryClient.getQueryData(profileQuery.queryKey)
  if (user === undefined || user.id === settledFor) return
  settledFor = user.id
  // Pages do not wait for it: each asks for what it shows. What fails is tried again on the next page.
  loadInitialData(queryClient).catch(() => (settledFor = undefined))
  await settlePreferences(user)
}
