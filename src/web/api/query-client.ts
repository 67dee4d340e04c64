import { MutationCache, QueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#core/time/units.ts'
import type { TextKey } from '#web/i18n/i18n.ts'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen itself tells of a failure, so the global banner need not. */
      showsError?: boolean
      /** What to say of a failure for which the server gave no sentence. */
      fallback?: TextKey
    }
  }
}

/** The time of data that this device had kept: older than any answer. */
export const RESTORED_AT = 1

/** `report` hears of every change that failed with nobody else to tell. */
export function createQueryClient(report: (error: unknown, fallback?: TextKey) => void) {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => {
        if (!mutation.meta?.showsError) report(error, mutation.meta?.fallback)
      },
    }),
    defaultOptions: {
      // What was seen today is there without a server too. 'always': an unreachable server is an error to show, not a spinner without end.
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

/** What the server refused once it refuses again; only silence and breakdowns may pass. */
function isWorthRetrying(failures: number, error: unknown) {
  const mayPass =
    error instanceof ApiError && (error.status === undefined ? error.code === 'offline' : error.status >= 500)
  return mayPass && failures < 2
}
