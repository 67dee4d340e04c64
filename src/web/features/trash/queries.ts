import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { trash } from '#contract/trash.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'

const TRASH = 'trash'
const PAGE_SIZE = 50
const NOTHING = { count: 0, retentionMs: 0 }

/** Pages of the trash, the latest deletion first. */
export const trashQuery = infiniteQueryOptions({
  queryKey: [TRASH],
  queryFn: ({ pageParam: cursor }) => call(trash.list, { query: { limit: PAGE_SIZE, cursor } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? undefined : items.at(-1)?.id),
  select: ({ pages }) => ({ ...NOTHING, ...pages[0], items: pages.flatMap(({ items }) => items) }),
})

/** An item may bring back rows of any list. */
export function useRestoreItem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(trash.restore, { params: { id } }),
    onSettled: () => refetchAfterChange(client),
    meta: { fallback: 'trash.failed.restore' },
  })
}

/** The dialog shows the error. */
export function useRemoveItem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(trash.remove, { params: { id } }),
    onSettled: () => refetchAfterChange(client, { queryKey: [TRASH] }),
    meta: { showsError: true },
  })
}

/** The dialog shows the error. */
export function useEmptyTrash() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(trash.empty, {}),
    onSettled: () => refetchAfterChange(client, { queryKey: [TRASH] }),
    meta: { showsError: true },
  })
}
