import type { User } from '#contract/users.ts'
import { isQueueUnread, setMutationQueueLoader } from '#web/api/offline/mutation-queue.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { currentToken, onSessionChange } from '#web/api/session.ts'
import { syncPreferences } from '#web/features/users/preferences/preferences.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { setGlobalError } from './shell/global-error.ts'
import { loadInitialData, followProjectColor } from './session/initial-data.ts'
import type { Offline } from './offline/offline.ts'
import { refetchMissingReferences } from './session/refetch-missing-references.ts'

/** A server that says nothing for so long is taken for silent, where something is kept of the user. */
const SESSION_CHECK_TIMEOUT_MS = 3_000
/** By then the first page has what it needs. */
const OFFLINE_START_DELAY_MS = 2_500

/** Arrives with the first page of a signed-in user: a stranger has nothing to cache. */
export const queryClient = createQueryClient(setGlobalError)

followProjectColor(queryClient)
refetchMissingReferences(queryClient)
setMutationQueueLoader(async () => (await loadOffline()).keeper)

let initialDataLoadedFor: string | undefined
let preferencesAppliedFor: User | undefined

// Nothing of one user may be seen by the next, nor stay on the device.
onSessionChange(() => {
  queryClient.clear()
  initialDataLoadedFor = undefined
  preferencesAppliedFor = undefined
  loadOffline().catch(() => undefined)
})

let offline: Promise<Offline> | undefined

/** What is needed without a server, from a file that must have come while there was one. */
export function loadOffline() {
  offline ??= import('./offline/offline.ts').then(({ startOffline }) => startOffline(queryClient))
  offline.catch(() => (offline = undefined))
  return offline
}

/** Looks after what is kept on this device, once the first page is there. Returns how to give that up. */
export function scheduleOfflineStart() {
  const timeout = setTimeout(() => void loadOffline().catch(() => undefined), OFFLINE_START_DELAY_MS)
  return () => clearTimeout(timeout)
}

const knownUser = () => queryClient.getQueryData(profileQuery.queryKey)

/** Asks the server who is signed in. A rejection ends the session; after a silence it is who was there last. */
export async function checkSession() {
  const asked = queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
  // What waits belongs to what is shown from the first moment.
  const read = isQueueUnread() ? loadOffline().then(({ keeper }) => keeper.isReady) : undefined
  const known = read?.catch(() => undefined)
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, SESSION_CHECK_TIMEOUT_MS))])
  await known
  if (knownUser() === undefined && currentToken() !== undefined) await restoreQueries()
  if (knownUser() === undefined) await asked
  const user = knownUser()
  if (user === undefined || user.id === initialDataLoadedFor) return
  initialDataLoadedFor = user.id
  // Pages do not wait for it: each asks for what it shows. What fails is tried again on the next page.
  loadInitialData(queryClient).catch(() => (initialDataLoadedFor = undefined))
  // What was chosen on this device since the user was read is newer.
  if (user === preferencesAppliedFor) return
  preferencesAppliedFor = user
  await syncPreferences(user)
}

/** Where nothing can be kept, the user stays unknown for now. */
const restoreQueries = () =>
  loadOffline()
    .then(({ restore }) => restore())
    .catch(() => undefined)
