import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries after a change that the server has answered. The reply to a request from before that may lack the
 * change, so running requests are repeated. Nobody waits for them: without a server they take seconds.
 */
export function refetchAfterChange(client: QueryClient, filters: QueryFilters = {}) {
  const idle = new Set(client.getQueryCache().findAll({ ...filters, fetchStatus: 'idle' }))
  repeatRunningRequests(client, filters)
  void client.invalidateQueries({ predicate: (query) => idle.has(query) })
}

/** Requests again what is being requested. Callers that wait for the first reply get the second one. */
export function repeatRunningRequests(client: QueryClient, filters: QueryFilters = {}) {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true })
    query.fetch().catch(() => undefined)
  }
}
