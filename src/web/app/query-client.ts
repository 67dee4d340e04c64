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

/** After this time the app starts with the stored data of the user, if there is any. */
const SESSION_CHECK_TIMEOUT_MS = 3_000
/** The first page has usually loaded by then. */
const OFFLINE_START_DELAY_MS = 2_500

/** Loaded with the first page of a signed-in user; the public pages need no cache. */
export const queryClient = createQueryClient(setGlobalError)

followProjectColor(queryClient)
refetchMissingReferences(queryClient)
setMutationQueueLoader(async () => (await loadOffline()).mutationQueue)

let initialDataLoadedFor: string | undefined
let preferencesAppliedFor: User | undefined

// The next user must not see data of the previous one. The offline code deletes what is stored on the device.
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

/** Starts the offline support after the first page has loaded. Returns a function that cancels it. */
export function scheduleOfflineStart() {
  const timeout = setTimeout(() => void loadOffline().catch(() => undefined), OFFLINE_START_DELAY_MS)
  return () => clearTimeout(timeout)
}

const knownUser = () => queryClient.getQueryData(profileQuery.queryKey)

/** Asks the server who is signed in. A rejection ends the session; without a reply the stored user is used. */
export async function checkSession() {
  const request = queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
  // Queued mutations are part of the lists from the first render.
  const queueRead = isQueueUnread() ? loadOffline().then(({ mutationQueue }) => mutationQueue.whenReady) : undefined
  const whenQueueRead = queueRead?.catch(() => undefined)
  await Promise.race([request, new Promise((resolve) => setTimeout(resolve, SESSION_CHECK_TIMEOUT_MS))])
  await whenQueueRead
  if (knownUser() === undefined && currentToken() !== undefined) await restoreQueries()
  if (knownUser() === undefined) await request
  const user = knownUser()
  if (user === undefined || user.id === initialDataLoadedFor) return
  initialDataLoadedFor = user.id
  // Pages do not wait for this: each loads its own data. After a failure the next page tries again.
  loadInitialData(queryClient).catch(() => (initialDataLoadedFor = undefined))
  // The same user object was applied before. Preferences set on this device since then are newer.
  if (user === preferencesAppliedFor) return
  preferencesAppliedFor = user
  await syncPreferences(user)
}

/** Does nothing in a browser without storage. */
const restoreQueries = () =>
  loadOffline()
    .then(({ restore }) => restore())
    .catch(() => undefined)
