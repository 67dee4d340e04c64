import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Reminders, reminders } from '#contract/reminders/reminders.ts'
import { defaultReminders } from '#core/reminders/reminders.ts'
import { call } from '#web/api/call.ts'
import { currentZone } from '#web/i18n/formats.ts'

export const remindersQuery = queryOptions({ queryKey: ['reminders'], queryFn: () => call(reminders.read, {}) })

/** What the user is reminded of, all off until something is chosen, and a function that changes it at once. */
export function useReminders() {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(remindersQuery)
  const { queryKey } = remindersQuery
  const { mutate } = useMutation({
    mutationFn: (body: Reminders) => call(reminders.update, { body }),
    // A change must not reach the server before the one before it.
    scope: { id: 'reminders' },
    onMutate(after) {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, after)
      return before
    },
    onError: (_error, _after, before) => client.setQueryData(queryKey, before),
  })
  const current = data === undefined ? undefined : ((data ?? defaultReminders(currentZone())) as Reminders)
  return {
    current,
    change: (fields: Partial<Reminders>) => current && mutate({ ...current, ...fields, timeZone: currentZone() }),
    failure: isError && data === undefined ? { isRetrying: isFetching, onRetry: () => void refetch() } : undefined,
  }
}
