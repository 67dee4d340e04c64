import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { toast } from '#web/ui/feedback/toast.ts'

const KEY = ['webhooks']
/** While something waits to be sent, its result is soon known. */
const BUSY_INTERVAL_MS = 1_500

export const webhooksQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => call(webhooks.list, {}),
  refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? BUSY_INTERVAL_MS : false),
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'deliveries', id],
    queryFn: () => call(webhooks.deliveries, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === 'waiting') ? BUSY_INTERVAL_MS : false),
  })

interface ActionOptions {
  /** Shown after success, even if what called it is closed by then. */
  done?: string
  /** The caller shows errors. */
  showsError?: boolean
}

/** Calls an endpoint of webhooks, and reads them again. */
export function useWebhookAction<E extends Endpoint>(endpoint: E, { done, showsError = false }: ActionOptions = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: () => {
      if (done !== undefined) toast.show(done)
    },
    onSettled: () => refetchAfterChange(client, { queryKey: KEY }),
    meta: { showsError },
  })
}
