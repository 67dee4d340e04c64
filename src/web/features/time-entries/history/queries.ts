import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { entryHistory } from '#contract/time-entries.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [TIME_ENTRIES, 'history', id],
    queryFn: () => call(entryHistory.read, { params: { id } }),
    // Other devices may have changed the entry since.
    staleTime: 0,
  })

/** Gives an entry the values that it had before a change. */
export function useRestoreState(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: number) => call(entryHistory.restore, { params: { id, change } }),
    onSettled: () => {
      for (const name of [TIME_ENTRIES, ACTIVITY]) refetchAfterChange(client, { queryKey: [name] })
    },
    meta: { fallback: 'entries.history.failed' },
  })
}
