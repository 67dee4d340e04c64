import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { disablePush, enablePush, readPushState } from './subscription.ts'

/** Asked again whenever the window is returned to: permission is given and taken in the browser's own settings. */
const pushQuery = queryOptions({ queryKey: ['push'], queryFn: readPushState, staleTime: 0 })

/** Whether this browser hears of the timer while the app is closed, and how to change that. */
export function usePush() {
  const client = useQueryClient()
  const { data: state, isError, isFetching, refetch } = useQuery(pushQuery)
  const turn = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? enablePush() : disablePush()),
    onSettled: () => client.invalidateQueries(pushQuery),
    meta: { showsError: true },
  })
  return { state, isError, isFetching, refetch, turn }
}
