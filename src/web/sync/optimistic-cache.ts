import type { QueryClient } from '@tanstack/react-query'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import type { SyncEngine } from './engine.ts'
import { isMutation, type Mutation, mutationsOf } from './mutations.ts'
import type { UserData } from './operation.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { sync?: SyncEngine }
  }
}

/** The mutations that the queries of a client show before the server has them. */
export function pendingMutations(client: QueryClient): readonly Mutation[] {
  const sync = client.getDefaultOptions().queries?.meta?.sync
  return sync === undefined ? [] : [...mutationsInFlight(sync), ...mutationsOf(sync.store.getState().data)]
}

/** Changes and deletions. A new item is shown when the server has confirmed it, or when it is queued. */
const mutationsInFlight = (sync: SyncEngine) =>
  sync
    .inFlight()
    .filter(isMutation)
    .map(({ payload }) => payload)
    .filter(({ isNew }) => !isNew)

/** A cached list, or several of one resource, to which mutations apply. */
export interface OptimisticList {
  applyPending: (client: QueryClient) => void
}

/** Shows pending mutations in cached lists. Every list also applies them to the replies that it fetches. */
export function keepCacheOptimistic(client: QueryClient, sync: SyncEngine, lists: readonly OptimisticList[]) {
  const apply = () => {
    for (const list of lists) list.applyPending(client)
  }
  sync.store.subscribe((after, before) => {
    if (after.user !== before.user) return
    if (hasMore(after.data, before.data)) apply()
    // The server may have changed more than the patch, and a refused patch has to be rolled back.
    if (hasMore(before.data, after.data)) refetchAfterChange(client)
  })
  return { apply }
}

/** Whether some data has mutations of items that other data has not. */
function hasMore(some: UserData, others: UserData) {
  const known = new Set(others.operations.map(({ id }) => id))
  return some.operations.filter(isMutation).some(({ id, payload }) => !known.has(id) && !payload.replaces)
}
