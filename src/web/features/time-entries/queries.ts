import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { timeEntries, type TimeEntry } from '#contract/time-entries.ts'
import { call } from '#web/api/call.ts'
import { type Change, isNewHere, onWaiting, sendOrKeep, toCall, withWaiting } from '#web/api/changes.ts'
import { currentUserId } from '#web/api/session.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import {
  applyOwnChange,
  editEntries,
  type EntryPages,
  canSkipRefetch,
  findOldestEntry,
  type OwnChange,
} from './data/entry-pages.ts'
import {
  removeDeletedReferences,
  matchesFilter,
  updateOptimisticEntry,
  createOptimisticEntry,
} from './data/optimistic-entries.ts'

export type EntryFilter = Input<typeof timeEntries.totals>['query']
export type EntryDraft = Input<typeof timeEntries.create>['body']
export type EntryChange = Input<typeof timeEntries.update>['body']
type BulkInput = Input<typeof timeEntries.bulkUpdate>['body']
export type BulkChange = BulkInput['change']

/** The first is read by somebody who waits for it. */
const pageSizeAt = (cursor: string | undefined) => (cursor === undefined ? 50 : 200)
/** As many as the server takes in one call. */
const MAX_BULK_IDS = 500
const LIST_KEY = [TIME_ENTRIES, 'list']

/** The newest first, page by page. */
export const entriesQuery = (selection: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, selection],
    queryFn: async ({ pageParam: cursor }) => {
      const limit = pageSizeAt(cursor)
      const page = await call(timeEntries.list, { query: { ...selection, limit, cursor } })
      return { entries: withPendingEntries(page, selection, cursor), isLast: page.length < limit }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : findOldestEntry(pages.flatMap(savedEntries))?.id),
    placeholderData: keepPreviousData,
  })

export const totalsQuery = (selection: EntryFilter) =>
  queryOptions({
    queryKey: [TIME_ENTRIES, 'totals', selection],
    queryFn: () => call(timeEntries.totals, { query: selection }),
    placeholderData: keepPreviousData,
  })

/** The entry that began last since a moment, or none. */
export const latestEntryQuery = (startDate: string) =>
  queryOptions({
    queryKey: [TIME_ENTRIES, 'latest', startDate],
    queryFn: async () => (await call(timeEntries.list, { query: { startDate, limit: 1 } }))[0] ?? null,
    // Nothing but a suggestion is made of it.
    retry: false,
  })

/** What waits is no place to go on from. */
const savedEntries = ({ entries }: EntryPages['pages'][number]) => entries.filter(({ id }) => !isNewHere(id))

/** What is new stands on the first page. */
function withPendingEntries(page: readonly TimeEntry[], selection: EntryFilter, cursor: string | undefined) {
  const known = new Set(page.map(({ id }) => id))
  return withWaiting(TIME_ENTRIES, page, removeDeletedReferences).filter(
    (entry) => known.has(entry.id) || (cursor === undefined && matchesFilter(selection, entry)),
  )
}

const filterOf = ({ queryKey }: Query) => queryKey[2] as EntryFilter

/** Changes what is in the lists of the cache; when they were asked for stays as it was. */
function editLists(client: QueryClient, edit: (data: EntryPages, selection: EntryFilter) => EntryPages) {
  for (const query of client.getQueryCache().findAll({ queryKey: LIST_KEY })) {
    const { dataUpdatedAt: updatedAt, isInvalidated } = query.state
    const { queryKey } = query
    client.setQueryData<EntryPages>(queryKey, (data) => data && edit(data, filterOf(query)), { updatedAt })
    if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

onWaiting((client) =>
  editLists(client, (data, selection) =>
    editEntries(data, (entries, page) => withPendingEntries(entries, selection, data.pageParams[page])),
  ),
)

/** What a change of entries makes of those that are in the lists; it waits where the server cannot be told of it. */
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

const about = (failure: Change['failure'], shows: Change['shows'], ...calls: Change['calls']): Change => ({
  list: TIME_ENTRIES,
  calls,
  shows,
  failure,
})

/** What was answered shows at once; what else it changes, and what failed, is asked for anew. */
function useListUpdates() {
  const client = useQueryClient()
  const settle = (change: OwnChange) => editLists(client, (data, selection) => applyOwnChange(data, selection, change))
  return {
    upsert: (changed: readonly TimeEntry[]) => settle({ changed, deleted: [] }),
    remove: (gone: readonly string[]) => settle({ changed: [], deleted: gone }),
    refresh: (_answer: unknown, error: unknown) => {
      const predicate = (query: Query) => error !== null || !needsNoRefetch(query)
      for (const name of [TIME_ENTRIES, ACTIVITY]) void client.invalidateQueries({ queryKey: [name], predicate })
    },
  }
}

/** An answer that is under way, or that was to be asked for, is still wanted. */
function needsNoRefetch(query: Query) {
  const { data, fetchStatus, isInvalidated } = query.state
  const isList = query.queryKey[1] === LIST_KEY[1] && data !== undefined
  return isList && fetchStatus === 'idle' && !isInvalidated && canSkipRefetch(data as EntryPages, filterOf(query))
}

/** The answer is undefined if it has to wait. What runs is the timer's: that cannot. */
export function useCreateEntry({ showsError = true } = {}) {
  const { upsert: put, refresh } = useListUpdates()
  return useMutation({
    mutationFn: (body: EntryDraft) => {
      const send = () => call(timeEntries.create, { body })
      const { id, endTime, isRunning } = body
      if (isRunning || id === undefined || typeof endTime !== 'string') return send()
      const shows = { [id]: createOptimisticEntry({ ...body, id, endTime }, currentUserId() ?? '') }
      const change = about('entries.failed.create', shows, toCall(timeEntries.create, { body }))
      return sendOrKeep({ ...change, isNew: true }, send)
    },
    onSuccess: (entry) => entry && put([entry]),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.create' },
  })
}

export function useUpdateEntry({ showsError = false } = {}) {
  const client = useQueryClient()
  const { upsert: put, refresh } = useListUpdates()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: EntryChange }) => {
      const input = { params: { id }, body: change }
      const shows = updateOptimisticEntries(client, [id], change)
      return sendOrKeep(about('entries.failed.update', shows, toCall(timeEntries.update, input)), () =>
        call(timeEntries.update, input),
      )
    },
    scope: SERIAL_SCOPE,
    onSuccess: (entry) => entry && put([entry]),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

export function useBulkUpdate({ showsError = false } = {}) {
  const client = useQueryClient()
  const { upsert: put, refresh } = useListUpdates()
  return useMutation({
    mutationFn: async ({ ids, change }: BulkInput) => {
      for (const some of inBatches(ids)) {
        const input = { body: { ids: some, change } }
        const shows = updateOptimisticEntries(client, some, change)
        const kept = about('entries.failed.update', shows, toCall(timeEntries.bulkUpdate, input))
        put((await sendOrKeep(kept, () => call(timeEntries.bulkUpdate, input))) ?? [])
      }
    },
    scope: SERIAL_SCOPE,
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

/** For a dialog, which tells of a refusal. */
export function useRemoveEntries() {
  const { remove: drop, refresh } = useListUpdates()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const some of inBatches(ids)) {
        // Sent again, all that are there still must go: one by one nobody misses one that is gone.
        const calls = some.map((id) => toCall(timeEntries.remove, { params: { id } }))
        const shows = Object.fromEntries(some.map((id) => [id, null]))
        await sendOrKeep(about('entries.failed.delete', shows, ...calls), () =>
          call(timeEntries.bulkRemove, { body: { ids: some } }),
        )
        drop(some)
      }
    },
    scope: SERIAL_SCOPE,
    onSettled: refresh,
    meta: { showsError: true, fallback: 'entries.failed.delete' },
  })
}

/** What is taken back at once must not reach the server before what it takes back. */
const SERIAL_SCOPE = { id: TIME_ENTRIES }

const inBatches = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_BULK_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_BULK_IDS, (batch + 1) * MAX_BULK_IDS),
  )
