import { MutationCache, QueryClient, type QueryMeta } from '@tanstack/react-query'
import { DAY_MS } from '#core/time/units.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { ApiError, isServerUnreachable } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself, so the global banner does not. */
      showsError?: boolean
      /** The message for a failure for which the server gave none. */
      fallback?: TextKey
    }
  }
}

/** The update time of restored data: older than any reply. */
export const RESTORED_AT = 1

/** `report` receives the error of every mutation that no screen shows; `meta` is passed to every query. */
export function createQueryClient(report: (error: unknown, fallback?: TextKey) => void, meta: QueryMeta = {}) {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => {
        if (!mutation.meta?.showsError) report(error, mutation.meta?.fallback)
      },
    }),
    defaultOptions: {
      // With 'always' an unreachable server is an error to show, not an endless spinner.
      queries: {
        meta,
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: DAY_MS,
        retry: isWorthRetrying,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** An unreachable server and a server error may be temporary; a rejected request would be rejected again. */
function isWorthRetrying(failures: number, error: unknown) {
  const isServerError = error instanceof ApiError && (error.status ?? 0) >= 500
  return (isServerUnreachable(error) || isServerError) && failures < 2
}

/** Subscribes to requests that do not reach the server and leave their query without data. */
export const onMissingReply = (client: QueryClient, listener: (queryHash: string) => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.state.data !== undefined) return
    const { action } = event
    const isFailure = action.type === 'failed' || action.type === 'error'
    if (isFailure && isServerUnreachable(action.error)) listener(event.query.queryHash)
  })

/** Subscribes to replies: a server that has answered any request is reachable. */
export const onServerReply = (client: QueryClient, listener: () => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) listener()
  })
