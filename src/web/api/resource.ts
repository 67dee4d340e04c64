import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TextKey } from '#web/i18n/i18n.ts'

interface Options<Item, Draft, Change> {
  /** The first word of every key of it in the cache. */
  name: string
  list: () => Promise<Item[]>
  create: (draft: Draft) => Promise<Item>
  update: (id: string, change: Change) => Promise<Item>
  remove: (id: string) => Promise<unknown>
  /** What else is out of date once one of them is changed or gone. */
  touches?: QueryKey[]
  /** What to say of a failure for which the server gave no sentence. */
  failures: Record<'create' | 'update' | 'remove', TextKey>
}

type ChangeOf<Item> = { [Name in keyof Item]?: Item[Name] | undefined }

/** A list of things of the user, held whole in the cache: changes and deletions show at once, and are undone if refused. */
export function createResource<Item extends { id: string }, Draft, Change extends ChangeOf<Item>>(
  options: Options<Item, Draft, Change>,
) {
  const query = queryOptions({ queryKey: [options.name], queryFn: options.list })

  /** Changes the list in the cache, and returns what undoes that for one item without touching the others. */
  function useList() {
    const client = useQueryClient()
    const edit = (change: (items: Item[]) => Item[]) =>
      client.setQueryData(query.queryKey, (items) => items && change(items))
    return {
      put: (item: Item) => edit((items) => [...items.filter(({ id }) => id !== item.id), item]),
      drop: (id: string) => edit((items) => items.filter((item) => item.id !== id)),
      find: async (id: string) => {
        // An answer on its way would bring the old state back.
        await client.cancelQueries({ queryKey: query.queryKey })
        return client.getQueryData(query.queryKey)?.find((item) => item.id === id)
      },
      settle: () => Promise.all((options.touches ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
    }
  }

  return {
    query,

    /** For a form, which waits for the answer and shows a refusal itself. */
    useCreate() {
      const list = useList()
      return useMutation({
        mutationFn: options.create,
        onSuccess: list.put,
        onSettled: list.settle,
        meta: { showsError: true, fallback: options.failures.create },
      })
    },

    /** `showsError`: the caller tells of a refusal. */
    useUpdate({ showsError = false } = {}) {
      const list = useList()
      return useMutation({
        mutationFn: ({ id, change }: { id: string; change: Change }) => options.update(id, change),
        // What is taken back at once must not reach the server before what it takes back.
        scope: { id: options.name },
        onMutate: async ({ id, change }) => {
          const before = await list.find(id)
          // Nobody changes a field to undefined: leaving it out is what leaves it as it is.
          if (before !== undefined) list.put({ ...before, ...(change as Partial<Item>) })
          return before
        },
        onError: (_error, _variables, before) => before && list.put(before),
        onSuccess: list.put,
        onSettled: list.settle,
        meta: { showsError, fallback: options.failures.update },
      })
    },

    /** `showsError`: the caller tells of a refusal. */
    useRemove({ showsError = false } = {}) {
      const list = useList()
      return useMutation({
        mutationFn: options.remove,
        onMutate: (id) => list.find(id).finally(() => list.drop(id)),
        onError: (_error, _id, before) => before && list.put(before),
        onSettled: list.settle,
        meta: { showsError, fallback: options.failures.remove },
      })
    },
  }
}
