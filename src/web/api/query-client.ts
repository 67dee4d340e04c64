import { MutationCache, QueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#core/time/units.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { ApiError } from './api-error.ts'

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

/** `report` receives the error of every mutation that no screen shows. */
export function createQueryClient(report: (error: unknown, fallback?: TextKey) => void) {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => {
        if (!mutation.meta?.showsError) report(error, mutation.meta?.fallback)
      },
    }),
    defaultOptions: {
      // With 'always' an unreachable server is an error to show, not an endless spinner.
      queries: {
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
  const isTemporary =
    error instanceof ApiError && (error.status === undefined ? error.code === 'offline' : error.status >= 500)
  return isTemporary && failures < 2
}
