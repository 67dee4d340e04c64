import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { administration } from '#contract/administration/administration.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'

const KEY = ['administration']
const PAGE_SIZE = 25

/** Users by name, page by page. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'users', search],
    queryFn: ({ pageParam: offset }) => call(administration.listUsers, { query: { search, limit: PAGE_SIZE, offset } }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const known = pages.reduce((sum, { users }) => sum + users.length, 0)
      return known < count && pages.at(-1)?.users.length ? known : undefined
    },
    select: ({ pages }) => ({ ...pages[0]!, users: pages.flatMap(({ users }) => users) }),
  })

export const invitationsQuery = queryOptions({
  queryKey: [...KEY, 'invitations'],
  queryFn: () => call(administration.listInvitations, {}),
})

/** What administrators have done, the latest first. */
export const actionsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'actions'],
  queryFn: ({ pageParam: cursor }) => call(administration.listActions, { query: { limit: PAGE_SIZE, cursor } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ actions, hasMore }) => (hasMore ? actions.at(-1)?.id : undefined),
  select: ({ pages }) => pages.flatMap(({ actions }) => actions),
})

/** Calls an endpoint of administrators, and reads everything on their page again. `showsError`: the caller shows it. */
export function useAdministration<E extends Endpoint>(endpoint: E, { showsError = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSettled: () => refetchAfterChange(client, { queryKey: KEY }),
    meta: { showsError },
  })
}
