import { createQueryClient } from '#web/api/query-client.ts'
import { onSessionChange } from '#web/api/session.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { setGlobalError } from './global-error.ts'

/** Arrives with the first page of a signed-in user: a stranger has nothing to cache. */
export const queryClient = createQueryClient(setGlobalError)

// Nothing of one user may be seen by the next.
onSessionChange(() => queryClient.clear())

/** Asks the server who is signed in. A rejection ends the session; silence leaves the user unknown for now. */
export async function checkSession() {
  await queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
}
