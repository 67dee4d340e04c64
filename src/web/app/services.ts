import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { createQueryClient, onMissingReply, onServerReply } from '#web/api/query-client.ts'
import { currentToken, currentUserId, onSessionChange } from '#web/api/session.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { entryLists } from '#web/features/time-entries/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { createTimer } from '#web/features/timer/queries.ts'
import { syncPreferences } from '#web/features/users/preferences/preferences.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { createSyncEngine } from '#web/sync/engine.ts'
import { MUTATION_KIND } from '#web/sync/mutations.ts'
import { keepCacheOptimistic } from '#web/sync/optimistic-cache.ts'
import { openTabs } from '#web/sync/tabs.ts'
import { openStoredData } from './offline/stored-data.ts'
import { showSent } from './offline/sent-message.ts'
import { followProjectColor, loadInitialData } from './session/initial-data.ts'
import { refetchMissingReferences } from './session/refetch-missing-references.ts'
import { setGlobalError } from './shell/global-error.ts'

/** After this time the app starts with the stored data of the user, if there is any. */
const SESSION_CHECK_TIMEOUT_MS = 3_000
/** The first page has usually loaded by then. */
const PERSISTENCE_DELAY_MS = 2_500

export type Services = ReturnType<typeof createServices>

/** All that pages of a signed-in user share. `main.tsx` creates it once, and the layout passes it down. */
export function createServices() {
  const session = { userId: currentUserId, onChange: onSessionChange }
  const sync = createSyncEngine({ openDisk: openStoredData, tabs: openTabs(), session, onSent: showSent })
  const timer = createTimer({ sync })
  sync.register(MUTATION_KIND)
  const queryClient = createQueryClient(setGlobalError, { sync })
  const lists = [projectList, clientList, taskList, tagList, presetList, entryLists]
  const optimisticCache = keepCacheOptimistic(queryClient, sync, lists)
  followProjectColor(queryClient, timer)
  refetchMissingReferences(queryClient, timer)
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, sync.reread)
  onServerReply(queryClient, sync.retryNow)
  sync.start()

  let initialDataLoadedFor: string | undefined
  let preferencesAppliedFor: User | undefined
  let persistence: ReturnType<typeof startPersistence> | undefined

  // The next user must not see data of the previous one. The persistence deletes what is stored on the device.
  onSessionChange(() => {
    queryClient.clear()
    initialDataLoadedFor = undefined
    preferencesAppliedFor = undefined
    loadPersistence().catch(() => undefined)
  })

  const startPersistence = async () => (await import('./offline/persisted-queries.ts')).persistAppQueries(queryClient)

  /** Loads the code that stores replies for offline use, which must happen while there is a network. */
  function loadPersistence() {
    persistence ??= startPersistence()
    persistence.catch(() => (persistence = undefined))
    return persistence
  }

  /** Does nothing in a browser without storage. */
  async function restoreQueries(queryHash?: string) {
    const persistence = await loadPersistence().catch(() => undefined)
    await persistence?.restore(queryHash).catch(() => undefined)
    optimisticCache.apply()
  }

  const knownUser = () => queryClient.getQueryData(profileQuery.queryKey)

  // A page that was not opened since the app started shows what it had before.
  onMissingReply(queryClient, (queryHash) => void restoreQueries(queryHash))

  /** Asks the server who is signed in. A rejection ends the session; without a reply the stored user is used. */
  async function checkSession() {
    const request = queryClient.prefetchQuery({ ...profileQuery, staleTime: Infinity, retry: false })
    const timeout = new Promise((resolve) => setTimeout(resolve, SESSION_CHECK_TIMEOUT_MS))
    // Pending mutations are part of the lists from the first render.
    await Promise.race([Promise.all([request, sync.whenRead()]), timeout])
    if (knownUser() === undefined && currentToken() !== undefined) await restoreQueries()
    if (knownUser() === undefined) await request
    const user = knownUser()
    if (user === undefined || user.id === initialDataLoadedFor) return
    initialDataLoadedFor = user.id
    // Pages do not wait for this: each loads its own data. After a failure the next page tries again.
    loadInitialData(queryClient, timer).catch(() => (initialDataLoadedFor = undefined))
    // The same user object was applied before. Preferences set on this device since then are newer.
    if (user === preferencesAppliedFor) return
    preferencesAppliedFor = user
    await syncPreferences(user)
  }

  return {
    sync,
    timer,
    queryClient,
    checkSession,
    /** Persists replies and the lists with names once the first page has loaded. Returns a function that cancels it. */
    schedulePersistence() {
      const timeout = setTimeout(() => loadForOffline(queryClient, loadPersistence), PERSISTENCE_DELAY_MS)
      return () => clearTimeout(timeout)
    },
  }
}

/** Pages that were not opened yet must know names offline too. */
function loadForOffline(client: QueryClient, loadPersistence: () => Promise<unknown>) {
  const ifMissing = { staleTime: Infinity }
  void client.prefetchQuery({ ...projectList.query, ...ifMissing })
  void client.prefetchQuery({ ...clientList.query, ...ifMissing })
  void client.prefetchQuery({ ...taskList.query, ...ifMissing })
  void client.prefetchQuery({ ...tagList.query, ...ifMissing })
  loadPersistence().catch(() => undefined)
}
