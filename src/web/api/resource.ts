import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TextKey } from '#web/i18n/i18n.ts'
import { type ApplyDeletions, addCacheUpdater, sendOrEnqueue, applyQueue } from './offline/mutation-queue.ts'

interface Options<Item, Draft, Change> {
  /** The first word of every key of it in the cache, and of its address. */
  name: string
  list: () => Promise<Item[]>
  create: (draft: Draft) => Promise<Item>
  update: (id: string, change: Change) => Promise<Item>
  remove: (id: string) => Promise<unknown>
  /** What a new one has, if nobody says otherwise. */
  defaults: Partial<Item>
  /** What else is out of date once one of them is changed or gone. */
  invalidates?: QueryKey[]
  /** What else is out of date once one of them is gone. */
  invalidatesOnRemove?: QueryKey[]
  applyDeletions?: ApplyDeletions<Item>
  /** What to say of a failure for which the server gave no sentence. */
  failures: Record<'create' | 'update' | 'remove', TextKey>
}

type ChangeTo<Item> = { [Name in keyof Item]?: Item[Name] | undefined }
type NamedDraft = { id?: string | undefined; name: string }
type NamedItem = { id: string; name: string }

/** A list of things of the user, held whole in the cache: changes and deletions show at once, and are undone if refused. */
export function createResource<Item extends NamedItem, Draft extends NamedDraft, Change extends ChangeTo<Item>>(
  options: Options<Item, Draft, Change>,
) {
  const {
    name: list,
    failures,
    invalidates: touches = [],
    invalidatesOnRemove: namedIn = [],
    applyDeletions: follow,
  } = options
  const { create, update, remove } = createSenders(options)
  const toShown = (items: readonly Item[]) => applyQueue(list, items, follow)
  const query = queryOptions({ queryKey: [list], queryFn: async () => toShown(await options.list()) })
  keepQueueApplied(query.queryKey, toShown)

  /** Changes the list in the cache, and returns what undoes that for one item without touching the others. */
  function useList() {
    const client = useQueryClient()
    const edit = (change: (items: Item[]) => Item[]) =>
      client.setQueryData(query.queryKey, (items) => items && change(items))
    return {
      put: (item: Item | undefined) => item && edit((items) => [...without(items, item.id), item]),
      /** Not what was deleted meanwhile. */
      replace: (item: Item | undefined) => item && edit((items) => items.map((known) => replaceIfSame(known, item))),
      drop: (id: string) => edit((items) => without(items, id)),
      find: async (id: string) => {
        // An answer on its way would bring the old state back.
        await client.cancelQueries({ queryKey: query.queryKey })
        return client.getQueryData(query.queryKey)?.find((item) => item.id === id)
      },
      settle: (keys = touches) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
    }
  }

  return {
    query,

    /** What the server answered, and what waits. */
    toShown,

    /** For a form, which waits for the answer and shows a refusal itself. Undefined is the answer if it has to wait. */
    useCreate() {
      const { put, settle } = useList()
      const meta = { showsError: true, fallback: failures.create }
      return useMutation({ mutationFn: create, onSuccess: put, onSettled: () => settle(), meta })
    },

    /** `showsError`: the caller tells of a refusal. */
    useUpdate({ showsError = false } = {}) {
      const { replace, find, settle } = useList()
      return useMutation({
        mutationFn: update,
        // What is taken back at once must not reach the server before what it takes back.
        scope: { id: list },
        onMutate: async ({ id, change }) => {
          const before = await find(id)
          // Nobody changes a field to undefined: leaving it out is what leaves it as it is.
          if (before !== undefined) replace({ ...before, ...(change as Partial<Item>) })
          return before
        },
        onError: (_error, _variables, before) => replace(before),
        onSuccess: replace,
        onSettled: () => settle(),
        meta: { showsError, fallback: failures.update },
      })
    },

    /** `showsError`: the caller tells of a refusal. */
    useRemove({ showsError = false } = {}) {
      const { put, drop, find, settle } = useList()
      return useMutation({
        mutationFn: remove,
        scope: { id: list },
        onMutate: (id) => find(id).finally(() => drop(id)),
        onError: (_error, _id, before) => put(before),
        onSettled: () => settle([...touches, ...namedIn]),
        meta: { showsError, fallback: failures.remove },
      })
    },
  }
}

const without = <Item extends NamedItem>(items: Item[], id: string) => items.filter((item) => item.id !== id)
const replaceIfSame = <Item extends NamedItem>(known: Item, item: Item) => (known.id === item.id ? item : known)

function keepQueueApplied<Item>(queryKey: QueryKey, toShown: (items: readonly Item[]) => Item[]) {
  addCacheUpdater((client) => {
    const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    client.setQueryData<Item[]>(queryKey, (items) => items && toShown(items), { updatedAt })
  })
}

/** What changes a list. Where the server cannot be told of it, it waits, and the answer is undefined. */
function createSenders<Item, Draft extends NamedDraft, Change>(options: Options<Item, Draft, Change>) {
  const { name: list, failures, defaults: blank } = options
  const one = `/${list}/:id` as const
  return {
    create: (draft: Draft) => {
      const { id, name } = draft
      // Sent again without an id, it would be there twice.
      if (id === undefined) return options.create(draft)
      const item = { ...timestampsNow(), ...blank, ...draft }
      const requests = [{ method: 'POST', path: `/${list}`, body: draft }] as const
      const optimisticPatch = { [id]: item }
      const change = { list, requests, optimisticPatch, isNew: true, failure: failures.create, name } as const
      return sendOrEnqueue(change, () => options.create(draft))
    },
    update: ({ id, change: body }: { id: string; change: Change }) => {
      const requests = [{ method: 'PUT', path: one, params: { id }, body }] as const
      const change = { list, requests, optimisticPatch: { [id]: body as object }, failure: failures.update }
      return sendOrEnqueue(change, () => options.update(id, body))
    },
    remove: (id: string) => {
      const calls = [{ method: 'DELETE', path: one, params: { id } }] as const
      return sendOrEnqueue({ list, requests: calls, optimisticPatch: { [id]: null }, failure: failures.remove }, () =>
        options.remove(id),
      )
    },
  }
}

function timestampsNow() {
  const now = new Date().toISOString()
  return { createdAt: now, updatedAt: now }
}
