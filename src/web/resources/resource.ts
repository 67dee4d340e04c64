import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { trash } from '#contract/trash.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { call } from '#web/api/call.ts'
import { newId } from '#web/api/new-id.ts'
import { refetchAfterChange, repeatRunningRequests } from '#web/api/refetch-after-change.ts'
import { type ApplyDeletions, applyMutations, sendOrEnqueue, toQueuedRequest } from '#web/sync/mutations.ts'
import { pendingMutations } from '#web/sync/optimistic-cache.ts'
import { useSync } from '#web/sync/sync-context.ts'

/** The parts of an endpoint that every call needs. */
type Address = Pick<Endpoint, 'method' | 'path' | 'summary'>
type ReplySchema<Type> = z.core.$ZodType<Type>
type InputSchema<Type> = z.core.$ZodType<unknown, Type>

interface Endpoints<Item, Draft, Change> {
  list: Address & { reply: ReplySchema<Item[]> }
  create: Address & { body: InputSchema<Draft>; reply: ReplySchema<Item> }
  update: Address & { params: InputSchema<{ id: string }>; body: InputSchema<Change>; reply: ReplySchema<Item> }
  remove: Address & {
    params: InputSchema<{ id: string }>
    query: InputSchema<{ trash?: string | undefined }>
    reply: ReplySchema<unknown>
  }
}

interface Options<Item> {
  /** The first part of its query keys and of its address. */
  name: string
  /** The fields of a new item that its draft may lack. */
  defaults: Partial<Item>
  /** Whether the app shows an item of the server's list. */
  isListed?: (item: Item) => boolean
  /** Queries to invalidate after every change. */
  invalidates?: QueryKey[]
  /** Queries to invalidate after an item was removed, too. */
  invalidatesOnRemove?: QueryKey[]
  applyDeletions?: ApplyDeletions<Item>
  /** Messages for failures for which the server gave none. */
  failures: Record<'create' | 'update' | 'remove', TextKey>
}

type ChangeTo<Item> = { [Name in keyof Item]?: Item[Name] | undefined }
/** A deleted item, and its id in the trash. */
export interface RemovedItem<Item> {
  trashId: string
  item: Item
}

type ItemChange<Change> = { id: string; change: Change }
type NamedDraft = { id?: string | undefined; name: string }
type NamedItem = { id: string; name: string }

/** A list of the user's items that is cached as a whole, with optimistic updates that are rolled back on failure. */
export function createResource<Item extends NamedItem, Draft extends NamedDraft, Change extends ChangeTo<Item>>(
  endpoints: Endpoints<Item, Draft, Change>,
  options: Options<NoInfer<Item>>,
) {
  const { name: list, failures, invalidates = [], isListed = () => true } = options
  const withPending = (client: QueryClient, items: readonly Item[]) =>
    applyMutations(pendingMutations(client), list, items.filter(isListed), options.applyDeletions)
  const query = queryOptions({
    queryKey: [list],
    queryFn: async ({ client }) => withPending(client, await call(endpoints.list, {})),
  })

  return {
    query,

    /** The list, requested anew when a page opens. */
    useFreshList: () => useQuery({ ...query, refetchOnMount: 'always' }),

    /** Applies pending mutations to items from the server. */
    withPending,

    /** Applies pending mutations to the cached list, which keeps its age. */
    applyPending: (client: QueryClient) =>
      editKeepingAge<Item[]>(client, query.queryKey, (items) => withPending(client, items)),

    /** For a form, which waits for the reply and shows an error itself. Resolves with undefined if it was queued. */
    useCreate: () => useCreate(endpoints, options, query.queryKey),

    /** `showsError`: the caller shows an error itself. */
    useUpdate({ showsError = false } = {}) {
      const { update } = useSenders(endpoints, options)
      const { replace, change, refetch } = useCachedList<Item, Change>(query.queryKey)
      return useMutation({
        mutationFn: (input: ItemChange<Change>) => {
          // The reply to an earlier change of the item may have overwritten this one.
          change(input)
          return update(input)
        },
        // An undo must not reach the server before the change that it undoes.
        scope: { id: list },
        onMutate: change,
        onError: (_error, _variables, before) => replace(before),
        onSuccess: replace,
        onSettled: (_item, error) => refetch(error, invalidates),
        meta: { showsError, fallback: failures.update },
      })
    },

    /** Resolves with the id in the trash, by which it can be undone. `showsError`: the caller shows an error itself. */
    useRemove: ({ showsError = false } = {}) => useRemove(endpoints, options, { queryKey: query.queryKey, showsError }),

    /** Brings back an item with all that was deleted with it, also before the server has learned of its deletion. */
    useRestore: () => useRestore(endpoints, options, query.queryKey),
  }
}

function editKeepingAge<Data>(client: QueryClient, queryKey: QueryKey, edit: (data: Data) => Data) {
  const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
  client.setQueryData<Data>(queryKey, (data) => data && edit(data), { updatedAt })
}

function useCreate<Item extends NamedItem, Draft extends NamedDraft, Change>(
  endpoints: Endpoints<Item, Draft, Change>,
  options: Options<Item>,
  queryKey: QueryKey,
) {
  const { create } = useSenders(endpoints, options)
  const { put, refetch } = useCachedList<Item>(queryKey)
  return useMutation({
    mutationFn: create,
    onSuccess: put,
    onSettled: (_item, error) => refetch(error, options.invalidates ?? []),
    meta: { showsError: true, fallback: options.failures.create },
  })
}

function useRemove<Item extends NamedItem, Draft extends NamedDraft, Change>(
  endpoints: Endpoints<Item, Draft, Change>,
  options: Options<Item>,
  { queryKey, showsError }: { queryKey: QueryKey; showsError: boolean },
) {
  const { name: list, failures, invalidates = [], invalidatesOnRemove = [] } = options
  const { remove } = useSenders(endpoints, options)
  const { put, drop, refetch } = useCachedList<Item>(queryKey)
  return useMutation({
    mutationFn: remove,
    scope: { id: list },
    onMutate: drop,
    onError: (_error, _id, before) => put(before),
    onSuccess: (_reply, id) => void drop(id),
    onSettled: (_reply, error) => refetch(error, [...invalidates, ...invalidatesOnRemove]),
    meta: { showsError, fallback: failures.remove },
  })
}

function useRestore<Item extends NamedItem, Draft extends NamedDraft, Change>(
  endpoints: Endpoints<Item, Draft, Change>,
  options: Options<Item>,
  queryKey: QueryKey,
) {
  const client = useQueryClient()
  const { restore } = useSenders(endpoints, options)
  const { put, drop } = useCachedList<Item>(queryKey)
  return useMutation({
    mutationFn: restore,
    scope: { id: options.name },
    onMutate: ({ item }) => put(item),
    onError: (_error, { item }) => void drop(item.id),
    // Its contents may be in any list.
    onSettled: () => refetchAfterChange(client),
    meta: { showsError: false, fallback: 'list.failedRestore' },
  })
}

/** Edits of single items of a cached list, which leave the other items as they are. */
function useCachedList<Item extends NamedItem, Change = never>(queryKey: QueryKey) {
  const client = useQueryClient()
  const edit = (change: (items: Item[]) => Item[]) =>
    client.setQueryData<Item[]>(queryKey, (items) => items && change(items))
  const find = (id: string) => client.getQueryData<Item[]>(queryKey)?.find((item) => item.id === id)
  /** Does nothing if the item was deleted meanwhile. */
  const replace = (item: Item | undefined) => item && edit((items) => items.map((known) => replaceIfSame(known, item)))
  return {
    put: (item: Item | undefined) => item && edit((items) => [...without(items, item.id), item]),
    replace,
    /** Returns the item as it was. */
    change({ id, change }: ItemChange<Change>) {
      const before = find(id)
      // A field that is undefined is left out of the change, never set to undefined.
      if (before !== undefined) replace({ ...before, ...(change as Partial<Item>) })
      return before
    },
    /** Returns the item as it was. */
    drop(id: string) {
      const before = find(id)
      edit((items) => without(items, id))
      return before
    },
    /** After a change. The list itself contains the reply, so it is refetched only if that failed or it is loading. */
    refetch(error: unknown, others: QueryKey[]) {
      if (error === null) repeatRunningRequests(client, { queryKey })
      else refetchAfterChange(client, { queryKey })
      for (const queryKey of others) refetchAfterChange(client, { queryKey })
    },
  }
}

const without = <Item extends NamedItem>(items: Item[], id: string) => items.filter((item) => item.id !== id)
const replaceIfSame = <Item extends NamedItem>(known: Item, item: Item) => (known.id === item.id ? item : known)

/** The requests that change the list. One that cannot reach the server is queued, and resolves with undefined. */
function useSenders<Item extends NamedItem, Draft extends NamedDraft, Change>(
  endpoints: Endpoints<Item, Draft, Change>,
  { name: list, failures, defaults }: Options<Item>,
) {
  const sync = useSync()
  const path = `/${list}/:id` as const
  return {
    create: (draft: Draft) => {
      const { id, name } = draft
      // Without an id, a repeated request would create a second item, so it is not queued.
      if (id === undefined) return call(endpoints.create, { body: draft })
      const item = { ...timestampsNow(), ...defaults, ...draft }
      const requests = [{ method: 'POST', path: `/${list}`, body: draft }] as const
      const optimisticPatch = { [id]: item }
      const change = { list, requests, optimisticPatch, isNew: true, failure: failures.create, name } as const
      return sendOrEnqueue(sync, change, () => call(endpoints.create, { body: draft }))
    },
    update: ({ id, change: body }: ItemChange<Change>) => {
      const requests = [{ method: 'PUT', path, params: { id }, body }] as const
      const change = { list, requests, optimisticPatch: { [id]: body as object }, failure: failures.update }
      return sendOrEnqueue(sync, change, () => call(endpoints.update, { params: { id }, body }))
    },
    remove: async (id: string) => {
      const trashId = newId()
      const input = { params: { id }, query: { trash: trashId } }
      const requests = [{ method: 'DELETE', path, ...input }] as const
      const change = { list, requests, optimisticPatch: { [id]: null }, failure: failures.remove }
      await sendOrEnqueue(sync, change, () => call(endpoints.remove, input))
      return trashId
    },
    restore: async ({ trashId: id, item }: RemovedItem<Item>) => {
      const requests = [toQueuedRequest(trash.restore, { params: { id } })]
      const optimisticPatch = { [item.id]: item }
      const change = { list, requests, optimisticPatch, isNew: true, failure: 'list.failedRestore' } as const
      await sendOrEnqueue(sync, change, () => call(trash.restore, { params: { id } }))
    },
  }
}

function timestampsNow() {
  const now = new Date().toISOString()
  return { createdAt: now, updatedAt: now }
}
