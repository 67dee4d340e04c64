import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TextKey } from '#web/i18n/i18n.ts'
import { addCacheUpdater, type ApplyDeletions, applyQueue, sendOrEnqueue } from './offline/mutation-queue.ts'

interface Options<Item, Draft, Change> {
  /** The first part of its query keys and of its address. */
  name: string
  list: () => Promise<Item[]>
  create: (draft: Draft) => Promise<Item>
  update: (id: string, change: Change) => Promise<Item>
  remove: (id: string) => Promise<unknown>
  /** The fields of a new item that its draft may lack. */
  defaults: Partial<Item>
  /** Queries to invalidate after every change. */
  invalidates?: QueryKey[]
  /** Queries to invalidate after an item was removed, too. */
  invalidatesOnRemove?: QueryKey[]
  applyDeletions?: ApplyDeletions<Item>
  /** Messages for failures for which the server gave none. */
  failures: Record<'create' | 'update' | 'remove', TextKey>
}

type ChangeTo<Item> = { [Name in keyof Item]?: Item[Name] | undefined }
type NamedDraft = { id?: string | undefined; name: string }
type NamedItem = { id: string; name: string }

/** A list of the user's items that is cached as a whole, with optimistic updates that are rolled back on failure. */
export function createResource<Item extends NamedItem, Draft extends NamedDraft, Change extends ChangeTo<Item>>(
  options: Options<Item, Draft, Change>,
) {
  const { name: list, failures, invalidates = [], invalidatesOnRemove = [], applyDeletions } = options
  const { create, update, remove } = createSenders(options)
  const withQueue = (items: readonly Item[]) => applyQueue(list, items, applyDeletions)
  const query = queryOptions({ queryKey: [list], queryFn: async () => withQueue(await options.list()) })
  keepQueueApplied(query.queryKey, withQueue)

  /** Edits of single items of the cached list, which leave the other items as they are. */
  function useList() {
    const client = useQueryClient()
    const edit = (change: (items: Item[]) => Item[]) =>
      client.setQueryData(query.queryKey, (items) => items && change(items))
    return {
      put: (item: Item | undefined) => item && edit((items) => [...without(items, item.id), item]),
      /** Does nothing if the item was deleted meanwhile. */
      replace: (item: Item | undefined) => item && edit((items) => items.map((known) => replaceIfSame(known, item))),
      drop: (id: string) => edit((items) => without(items, id)),
      find: async (id: string) => {
        // A list request that is already running would overwrite the change.
        await client.cancelQueries({ queryKey: query.queryKey })
        return client.getQueryData(query.queryKey)?.find((item) => item.id === id)
      },
      invalidate: (keys = invalidates) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
    }
  }

  return {
    query,

    /** Applies the queued mutations to items from the server. */
    withQueue,

    /** For a form, which waits for the reply and shows an error itself. Resolves with undefined if it was queued. */
    useCreate() {
      const { put, invalidate } = useList()
      const meta = { showsError: true, fallback: failures.create }
      return useMutation({ mutationFn: create, onSuccess: put, onSettled: () => invalidate(), meta })
    },

    /** `showsError`: the caller shows an error itself. */
    useUpdate({ showsError = false } = {}) {
      const { replace, find, invalidate } = useList()
      return useMutation({
        mutationFn: update,
        // An undo must not reach the server before the change that it undoes.
        scope: { id: list },
        onMutate: async ({ id, change }) => {
          const before = await find(id)
          // A field that is undefined is left out of the change, never set to undefined.
          if (before !== undefined) replace({ ...before, ...(change as Partial<Item>) })
          return before
        },
        onError: (_error, _variables, before) => replace(before),
        onSuccess: replace,
        onSettled: () => invalidate(),
        meta: { showsError, fallback: failures.update },
      })
    },

    /** `showsError`: the caller shows an error itself. */
    useRemove({ showsError = false } = {}) {
      const { put, drop, find, invalidate } = useList()
      return useMutation({
        mutationFn: remove,
        scope: { id: list },
        onMutate: (id) => find(id).finally(() => drop(id)),
        onError: (_error, _id, before) => put(before),
        onSettled: () => invalidate([...invalidates, ...invalidatesOnRemove]),
        meta: { showsError, fallback: failures.remove },
      })
    },
  }
}

const without = <Item extends NamedItem>(items: Item[], id: string) => items.filter((item) => item.id !== id)
const replaceIfSame = <Item extends NamedItem>(known: Item, item: Item) => (known.id === item.id ? item : known)

function keepQueueApplied<Item>(queryKey: QueryKey, withQueue: (items: readonly Item[]) => Item[]) {
  addCacheUpdater((client) => {
    const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    client.setQueryData<Item[]>(queryKey, (items) => items && withQueue(items), { updatedAt })
  })
}

/** The requests that change the list. One that cannot reach the server is queued, and resolves with undefined. */
function createSenders<Item, Draft extends NamedDraft, Change>(options: Options<Item, Draft, Change>) {
  const { name: list, failures, defaults } = options
  const path = `/${list}/:id` as const
  return {
    create: (draft: Draft) => {
      const { id, name } = draft
      // Without an id, a repeated request would create a second item, so it is not queued.
      if (id === undefined) return options.create(draft)
      const item = { ...timestampsNow(), ...defaults, ...draft }
      const requests = [{ method: 'POST', path: `/${list}`, body: draft }] as const
      const optimisticPatch = { [id]: item }
      const change = { list, requests, optimisticPatch, isNew: true, failure: failures.create, name } as const
      return sendOrEnqueue(change, () => options.create(draft))
    },
    update: ({ id, change: body }: { id: string; change: Change }) => {
      const requests = [{ method: 'PUT', path, params: { id }, body }] as const
      const change = { list, requests, optimisticPatch: { [id]: body as object }, failure: failures.update }
      return sendOrEnqueue(change, () => options.update(id, body))
    },
    remove: (id: string) => {
      const requests = [{ method: 'DELETE', path, params: { id } }] as const
      const change = { list, requests, optimisticPatch: { [id]: null }, failure: failures.remove }
      return sendOrEnqueue(change, () => options.remove(id))
    },
  }
}

function timestampsNow() {
  const now = new Date().toISOString()
  return { createdAt: now, updatedAt: now }
}
