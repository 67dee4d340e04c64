import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Reminders, reminders } from '#contract/reminders/reminders.ts'
import { defaultReminders } from '#core/reminders/reminders.ts'
import { call } from '#web/api/call.ts'
import { currentZone } from '#web/i18n/formats.ts'

export const remindersQuery = queryOptions({ queryKey: ['reminders'], queryFn: () => call(reminders.read, {}) })

const CHANGE = ['reminders', 'change']

/** What the user is reminded of, all off until something is chosen, and a function that changes it at once. */
export function useReminders() {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(remindersQuery)
  const { mutate } = useMutation({
    mutationKey: CHANGE,
    mutationFn: (body: Reminders) => call(reminders.update, { body }),
    // A change must not reach the server before the one before it.
    scope: { id: 'reminders' },
    onSuccess: (reply) => client.setQueryData(remindersQuery.queryKey, reply),
  })
  // The server announces each change to this page too, so the list may be read while later changes are still on their way.
  const unsaved = useMutationState({
    filters: { mutationKey: CHANGE, status: 'pending' },
    select: ({ state }) => state.variables as Reminders,
  })
  const saved = data === undefined ? undefined : ((data ?? defaultReminders(currentZone())) as Reminders)
  const current = saved && (unsaved.at(-1) ?? saved)
  return {
    current,
    change: (fields: Partial<Reminders>) => current && mutate({ ...current, ...fields, timeZone: currentZone() }),
    failure: isError && data === undefined ? { isRetrying: isFetching, onRetry: () => void refetch() } : undefined,
  }
}
