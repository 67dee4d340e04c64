import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { timeEntries, type TimeEntry } from '#contract/time-entries.ts'
import { trash } from '#contract/trash.ts'
import { call } from '#web/api/call.ts'
import { newId } from '#web/api/new-id.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { currentUserId } from '#web/api/session.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { applyMutations, type Mutation, sendOrEnqueue, toQueuedRequest } from '#web/sync/mutations.ts'
import { pendingMutations } from '#web/sync/optimistic-cache.ts'
import { useSync } from '#web/sync/sync-context.ts'
import {
  applyOwnChange,
  editEntries,
  type EntryPages,
  canSkipRefetch,
  findOldestEntry,
  type OwnChange,
} from './data/entry-pages.ts'
import type { BulkChange, BulkInput, EntryChange, EntryDraft, EntryFilter } from './data/entry-types.ts'
import {
  isUnsent,
  removeDeletedReferences,
  matchesFilter,
  updateOptimisticEntry,
  createOptimisticEntry,
} from './data/optimistic-entries.ts'

/** The first page is small, because the user waits for it. */
const pageSizeAt = (cursor: string | undefined) => (cursor === undefined ? 50 : 200)
/** The server accepts no more ids in one request. */
const MAX_BULK_IDS = 500
const LIST_KEY = [TIME_ENTRIES, 'list']

/** Pages of entries, newest first. */
export const entriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, filter],
    queryFn: async ({ client, pageParam: cursor }) => {
      const limit = pageSizeAt(cursor)
      const page = await call(timeEntries.list, { query: { ...filter, limit, cursor } })
      const pending = pendingMutations(client)
      return { entries: withPendingEntries(pending, page, filter, cursor), isLast: page.length < limit }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : findOldestEntry(pages.flatMap(savedEntries))?.id),
    placeholderData: keepPreviousData,
  })

const LATEST_COUNT = 10

/** The entries that began last. */
export const latestEntriesQuery = queryOptions({
  queryKey: [TIME_ENTRIES, 'latest'],
  queryFn: () => call(timeEntries.list, { query: { limit: LATEST_COUNT } }),
})

export const totalsQuery = (filter: EntryFilter) =>
  queryOptions({
    queryKey: [TIME_ENTRIES, 'totals', filter],
    queryFn: () => call(timeEntries.totals, { query: filter }),
    placeholderData: keepPreviousData,
  })

/** The entry with the latest start since `startDate`, or null. */
export const latestEntryQuery = (startDate: string) =>
  queryOptions({
    queryKey: [TIME_ENTRIES, 'latest', startDate],
    queryFn: async () => (await call(timeEntries.list, { query: { startDate, limit: 1 } }))[0] ?? null,
    // It is only used to suggest a start time, so a failure does not matter.
    retry: false,
  })

/** Entries that were not sent yet cannot be used as a page cursor. */
const savedEntries = ({ entries }: EntryPages['pages'][number]) => entries.filter((entry) => !isUnsent(entry))

/** Applies pending mutations to a page; new entries are added to the first page. */
function withPendingEntries(
  pending: readonly Mutation[],
  page: readonly TimeEntry[],
  filter: EntryFilter,
  cursor: string | undefined,
) {
  const known = new Set(page.map(({ id }) => id))
  return applyMutations(pending, TIME_ENTRIES, page, removeDeletedReferences).filter(
    (entry) => known.has(entry.id) || (cursor === undefined && matchesFilter(filter, entry)),
  )
}

const filterOf = ({ queryKey }: Query) => queryKey[2] as EntryFilter

/** Edits the cached lists and keeps their age and invalidation, so that edits do not make stale lists fresh. */
function editLists(client: QueryClient, edit: (data: EntryPages, filter: EntryFilter) => EntryPages) {
  for (const query of client.getQueryCache().findAll({ queryKey: LIST_KEY })) {
    const { dataUpdatedAt: updatedAt, isInvalidated } = query.state
    const { queryKey } = query
    client.setQueryData<EntryPages>(queryKey, (data) => data && edit(data, filterOf(query)), { updatedAt })
    if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** The cached lists of time entries, to which pending mutations apply. */
export const entryLists = {
  applyPending(client: QueryClient) {
    const pending = pendingMutations(client)
    editLists(client, (data, filter) =>
      editEntries(data, (entries, page) => withPendingEntries(pending, entries, filter, data.pageParams[page])),
    )
  },
}

/** Optimistic versions of the listed entries, shown while the change is queued. */
function updateOptimisticEntries(client: QueryClient, ids: readonly string[], change: EntryChange & BulkChange) {
  const lists = client.getQueriesData<EntryPages>({ queryKey: LIST_KEY }).flatMap(([, data]) => data?.pages ?? [])
  const known = new Map(lists.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]))
  return Object.fromEntries(
    ids.map((id) => {
      const entry = known.get(id)
      return [id, entry === undefined ? {} : updateOptimisticEntry(entry, change)]
    }),
  )
}

const toMutation = (
  failure: Mutation['failure'],
  optimisticPatch: Mutation['optimisticPatch'],
  ...requests: Mutation['requests']
): Mutation => ({ list: TIME_ENTRIES, requests, optimisticPatch, failure })

/** Puts the server's reply into the cached lists and refetches other affected queries; after an error, all of them. */
function useListUpdates() {
  const client = useQueryClient()
  const apply = (change: OwnChange) => editLists(client, (data, filter) => applyOwnChange(data, filter, change))
  return {
    upsert: (changed: readonly TimeEntry[]) => apply({ changed, deleted: [] }),
    remove: (deleted: readonly string[]) => apply({ changed: [], deleted }),
    refresh: (_answer: unknown, error: unknown) => {
      const predicate = (query: Query) => error !== null || !needsNoRefetch(query)
      for (const name of [TIME_ENTRIES, ACTIVITY]) refetchAfterChange(client, { queryKey: [name], predicate })
    },
  }
}

/** A list that is loading or already invalid is refetched in any case. */
function needsNoRefetch(query: Query) {
  const { data, fetchStatus, isInvalidated } = query.state
  const isList = query.queryKey[1] === LIST_KEY[1] && data !== undefined
  return isList && fetchStatus === 'idle' && !isInvalidated && canSkipRefetch(data as EntryPages, filterOf(query))
}

/** Resolves to undefined if the entry is queued. A running entry is never queued: it starts the server's timer. */
export function useCreateEntry({ showsError = true } = {}) {
  const sync = useSync()
  const { upsert, refresh } = useListUpdates()
  return useMutation({
    mutationFn: (body: EntryDraft) => {
      const send = () => call(timeEntries.create, { body })
      const { id, endTime, isRunning } = body
      if (isRunning || id === undefined || typeof endTime !== 'string') return send()
      const patch = { [id]: createOptimisticEntry({ ...body, id, endTime }, currentUserId() ?? '') }
      const mutation = toMutation('entries.failed.create', patch, toQueuedRequest(timeEntries.create, { body }))
      return sendOrEnqueue(sync, { ...mutation, isNew: true }, send)
    },
    onSuccess: (entry) => entry && upsert([entry]),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.create' },
  })
}

export function useUpdateEntry({ showsError = false } = {}) {
  const sync = useSync()
  const client = useQueryClient()
  const { upsert, refresh } = useListUpdates()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: EntryChange }) => {
      const input = { params: { id }, body: change }
      const patch = updateOptimisticEntries(client, [id], change)
      return sendOrEnqueue(
        sync,
        toMutation('entries.failed.update', patch, toQueuedRequest(timeEntries.update, input)),
        () => call(timeEntries.update, input),
      )
    },
    scope: SERIAL_SCOPE,
    onSuccess: (entry) => entry && upsert([entry]),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

export function useBulkUpdate({ showsError = false } = {}) {
  const sync = useSync()
  const client = useQueryClient()
  const { upsert, refresh } = useListUpdates()
  return useMutation({
    mutationFn: async ({ ids, change }: BulkInput) => {
      const changed: TimeEntry[] = []
      for (const batch of inBatches(ids)) {
        const input = { body: { ids: batch, change } }
        const patch = updateOptimisticEntries(client, batch, change)
        const mutation = toMutation('entries.failed.update', patch, toQueuedRequest(timeEntries.bulkUpdate, input))
        changed.push(...((await sendOrEnqueue(sync, mutation, () => call(timeEntries.bulkUpdate, input))) ?? []))
      }
      return changed
    },
    scope: SERIAL_SCOPE,
    onSuccess: upsert,
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

/** Resolves with the id in the trash, by which it can be undone. The dialog that uses it shows the error. */
export function useRemoveEntries() {
  const sync = useSync()
  const { remove, refresh } = useListUpdates()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const trashId = newId()
      for (const batch of inBatches(ids)) {
        // Queued as single deletes: a bulk delete that is retried would fail if one entry is already gone.
        const requests = batch.map((id) =>
          toQueuedRequest(timeEntries.remove, { params: { id }, query: { trash: trashId } }),
        )
        const patch = Object.fromEntries(batch.map((id) => [id, null]))
        await sendOrEnqueue(sync, toMutation('entries.failed.delete', patch, ...requests), () =>
          call(timeEntries.bulkRemove, { body: { ids: batch, trash: trashId } }),
        )
      }
      return trashId
    },
    scope: SERIAL_SCOPE,
    onSuccess: (_trash, ids) => remove(ids),
    onSettled: refresh,
    meta: { showsError: true, fallback: 'entries.failed.delete' },
  })
}

/** Brings back deleted entries, also before the server has learned of their deletion. */
export function useRestoreEntries() {
  const sync = useSync()
  const client = useQueryClient()
  const { upsert } = useListUpdates()
  return useMutation({
    mutationFn: async ({ trashId, entries }: { trashId: string; entries: readonly TimeEntry[] }) => {
      const input = { params: { id: trashId } }
      const patch = Object.fromEntries(entries.map((entry) => [entry.id, entry]))
      const mutation = toMutation('list.failedRestore', patch, toQueuedRequest(trash.restore, input))
      await sendOrEnqueue(sync, { ...mutation, isNew: true }, () => call(trash.restore, input))
    },
    scope: SERIAL_SCOPE,
    onSuccess: (_nothing, { entries }) => upsert(entries),
    // Their projects, tasks and tags may have been deleted since, and come back too.
    onSettled: () => refetchAfterChange(client),
    meta: { showsError: false, fallback: 'list.failedRestore' },
  })
}

/** An undo must not reach the server before the change that it undoes. */
const SERIAL_SCOPE = { id: TIME_ENTRIES }

const inBatches = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_BULK_IDS) }, (_, index) =>
    ids.slice(index * MAX_BULK_IDS, (index + 1) * MAX_BULK_IDS),
  )
