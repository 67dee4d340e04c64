import { queryOptions } from '@tanstack/react-query'
import { tokens } from '#contract/integrations/tokens.ts'
import { call } from '#web/api/call.ts'

/** Always stale, because programs use tokens meanwhile. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => call(tokens.list, {}),
  staleTime: 0,
})
