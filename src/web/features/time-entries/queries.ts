import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { timeEntries, type TimeEntry } from '#contract/time-entries.ts'
import { call } from '#web/api/call.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'

export type EntrySelection = Input<typeof timeEntries.totals>['query']
export type EntryDraft = Input<typeof timeEntries.create>['body']
export type EntryChange = Input<typeof timeEntries.update>['body']
type BulkInput = Input<typeof timeEntries.bulkUpdate>['body']
export type BulkChange = BulkInput['change']

const PAGE_SIZE = 200
/** As many as the server takes in one call. */
const BULK_SIZE = 500
const LIST = [TIME_ENTRIES, 'list']

/** The newest first, page by page. */
export const entriesQuery = (selection: EntrySelection) =>
  infiniteQueryOptions({
    queryKey: [...LIST, selection],
    queryFn: ({ pageParam: cursor }) => call(timeEntries.list, { query: { ...selection, limit: PAGE_SIZE, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  })

export const totalsQuery = (selection: EntrySelection) =>
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
  })

/** What was answered shows at once; what else it changes is asked for anew. */
function useSettle() {
  const client = useQueryClient()
  const edit = (change: (page: TimeEntry[]) => TimeEntry[]) =>
    client.setQueriesData<InfiniteData<TimeEntry[]>>(
      { queryKey: LIST },
      (data) => data && { ...data, pages: data.pages.map(change) },
    )
  return {
    put: (changed: readonly TimeEntry[]) => {
      const known = new Map(changed.map((entry) => [entry.id, entry]))
      edit((page) => page.map((entry) => known.get(entry.id) ?? entry))
    },
    drop: (ids: readonly string[]) => {
      const gone = new Set(ids)
      edit((page) => page.filter(({ id }) => !gone.has(id)))
    },
    refresh: () => {
      for (const name of [TIME_ENTRIES, ACTIVITY]) void client.invalidateQueries({ queryKey: [name] })
    },
  }
}

export function useCreateEntry({ showsError = true } = {}) {
  const { refresh } = useSettle()
  return useMutation({
    mutationFn: (body: EntryDraft) => call(timeEntries.create, { body }),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.create' },
  })
}

export function useUpdateEntry({ showsError = false } = {}) {
  const { put, refresh } = useSettle()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: EntryChange }) =>
      call(timeEntries.update, { params: { id }, body: change }),
    onSuccess: (entry) => put([entry]),
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

export function useBulkUpdate({ showsError = false } = {}) {
  const { put, refresh } = useSettle()
  return useMutation({
    mutationFn: async ({ ids, change }: BulkInput) => {
      for (const some of inBatches(ids)) put(await call(timeEntries.bulkUpdate, { body: { ids: some, change } }))
    },
    onSettled: refresh,
    meta: { showsError, fallback: 'entries.failed.update' },
  })
}

/** For a dialog, which tells of a refusal. */
export function useRemoveEntries() {
  const { drop, refresh } = useSettle()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const some of inBatches(ids)) {
        await call(timeEntries.bulkRemove, { body: { ids: some } })
        drop(some)
      }
    },
    onSettled: refresh,
    meta: { showsError: true, fallback: 'entries.failed.delete' },
  })
}

const inBatches = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / BULK_SIZE) }, (_, batch) =>
    ids.slice(batch * BULK_SIZE, (batch + 1) * BULK_SIZE),
  )
