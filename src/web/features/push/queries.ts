import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { disablePush, enablePush, readPushState } from './subscription.ts'

/** Refetched whenever the window gets the focus, because the permission changes in the browser's settings. */
const pushQuery = queryOptions({ queryKey: ['push'], queryFn: readPushState, staleTime: 0 })

/** Whether this browser receives push messages, and the mutation that switches them. */
export function usePush() {
  const client = useQueryClient()
  const { data: state, isError, isFetching, refetch } = useQuery(pushQuery)
  const toggle = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? enablePush() : disablePush()),
    onSettled: () => client.invalidateQueries(pushQuery),
    meta: { showsError: true },
  })
  return { state, isError, isFetching, refetch, toggle }
}
