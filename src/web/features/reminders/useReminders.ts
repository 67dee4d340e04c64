import {
  type Mutation,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Reminders, reminders } from '#contract/reminders/reminders.ts'
import { defaultReminders } from '#core/reminders/reminders.ts'
import { call } from '#web/api/call.ts'
import { currentZone } from '#web/i18n/formats.ts'

export const remindersQuery = queryOptions({ queryKey: ['reminders'], queryFn: () => call(reminders.read, {}) })

const CHANGE = ['reminders', 'change']
const UNSAVED = { mutationKey: CHANGE, status: 'pending' } as const
const variablesOf = ({ state }: Mutation) => state.variables as Reminders
const orDefault = (saved: Reminders | null | undefined) => (saved ?? defaultReminders(currentZone())) as Reminders

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
  const unsaved = useMutationState({ filters: UNSAVED, select: variablesOf })
  const saved = data === undefined ? undefined : orDefault(data)
  // The server announces each change to this page too, so `data` may be older than changes that are still on their way.
  const current = saved && (unsaved.at(-1) ?? saved)

  function change(fields: Partial<Reminders>) {
    // Two changes may come before the page is rendered again.
    const latest = client.getMutationCache().findAll(UNSAVED).map(variablesOf).at(-1)
    const before = latest ?? orDefault(client.getQueryData(remindersQuery.queryKey))
    mutate({ ...before, ...fields, timeZone: currentZone() })
  }

  return {
    current,
    change,
    failure: isError && data === undefined ? { isRetrying: isFetching, onRetry: () => void refetch() } : undefined,
  }
}
