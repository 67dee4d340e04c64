import type { User } from '#contract/users.ts'
import { isQueueUnread, setMutationQueueLoader } from '#web/api/offline/mutation-queue.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { currentToken, onSessionChange } from '#web/api/session.ts'
import { syncPreferences } from '#web/features/users/preferences/preferences.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import type { Offline } from './offline/offline.ts'
import { followProjectColor, loadInitialData } from './session/initial-data.ts'
import { refetchMissingReferences } from './session/refetch-missing-references.ts'
import { setGlobalError } from './shell/global-error.ts'

/** After this the app starts with the user's stored data, if there is any. */
const SESSION_CHECK_TIMEOUT_MS = 3_000
/** By then the first page has loaded what it needs. */
const OFFLINE_START_DELAY_MS = 2_500

/** Loaded with the first page of a signed-in user; the public pages need no cache. */
export const queryClient = createQueryClient(setGlobalError)

followProjectColor(queryClient)
refetchMissingReferences(queryClient)
setMutationQueueLoader(async () => (await loadOffline()).mutationQueue)

let initialDataLoadedFor: string | undefined
let preferencesAppliedFor: User | undefined

// No data of one user may be seen by the next, or stay on the device.
onSessionChange(() => {
  queryClient.clear()
  initialDataLoadedFor = undefined
  preferencesAppliedFor = undefined
  loadOffline().catch(() => undefined)
})

let offline: Promise<Offline> | undefined

/** Loads the code for offline use, which must happen while there is a network. */
export function loadOffline() {
  offline ??= import('./offline/offline.ts').then(({ startOffline }) => startOffline(queryClient))
  offline.catch(() => (offline = undefined))
  return offline
}

/** Starts the offline support once the first page is loaded. Returns how to cancel that. */
export function scheduleOfflineStart() {
  const timeout = setTimeout(() => void loadOffline().catch(() => undefined), OFFLINE_START_DELAY_MS)
  return () => clearTimeout(timeout)
}

const knownUser = () => queryClient.getQueryData(profileQuery.queryKey)

/** Asks the server who is signed in. A rejection ends the session; without a reply the stored user is used. */
export async function checkSession() {
  const request = queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
  // Queued mutations are part of the lists from the first render.
  const queueRead = isQueueUnread() ? loadOffline().then(({ mutationQueue }) => mutationQueue.isReady) : undefined
  const isQueueKnown = queueRead?.catch(() => undefined)
  await Promise.race([request, new Promise((resolve) => setTimeout(resolve, SESSION_CHECK_TIMEOUT_MS))])
  await isQueueKnown
  if (knownUser() === undefined && currentToken() !== undefined) await restoreQueries()
  if (knownUser() === undefined) await request
  const user = knownUser()
  if (user === undefined || user.id === initialDataLoadedFor) return
  initialDataLoadedFor = user.id
  // Pages do not wait for it, as each loads what it shows. A failure is retried on the next page.
  loadInitialData(queryClient).catch(() => (initialDataLoadedFor = undefined))
  // Preferences that were set on this device since then are newer than those of the same user object.
  if (user === preferencesAppliedFor) return
  preferencesAppliedFor = user
  await syncPreferences(user)
}

/** Where nothing can be stored, the user stays unknown for now. */
const restoreQueries = () =>
  loadOffline()
    .then(({ restore }) => restore())
    .catch(() => undefined)
