import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { RESTORED_AT } from '#web/api/query-client.ts'
import { outlineOf } from '#web/api/reply-outline.ts'
import { currentUserId, onSessionChange } from '#web/api/session.ts'
import type { Database, StoredQuery } from './database.ts'

const MAX_AGE_MS = 7 * 24 * 60 * 60_000
const MAX_QUERIES = 100
const MAX_PAGES = 2
const WRITE_DELAY_MS = 500

interface Options {
  database: Promise<Database>
  client: QueryClient
  /** The version of the replies that a query holds; undefined: they are not persisted. */
  versionOf: (key: QueryKey) => string | undefined
}

/** Changes with the shape of any of some replies, so that a reply of an older shape is not restored. */
export const replyVersion = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => outlineOf(endpoint).version).join()

/** Persists the user's latest query results on this device, for the time without a server. */
export function persistQueries({ database, client, versionOf }: Options) {
  const changed = new Map<string, QueryKey>()
  let scheduled: ReturnType<typeof setTimeout> | undefined

  function scheduleWrite({ queryHash, queryKey }: Query) {
    if (versionOf(queryKey) === undefined) return
    changed.set(queryHash, queryKey)
    scheduled ??= setTimeout(() => void write().catch(() => undefined), WRITE_DELAY_MS)
  }

  async function write() {
    scheduled = undefined
    const [user, savedAt] = [currentUserId(), Date.now()]
    const { store, done } = (await database).transaction('queries', 'readwrite')
    // Another user may have signed in while the database was opened.
    if (user === undefined || user !== currentUserId()) return
    const puts = [...changed].map(([hash, queryKey]) => {
      const [data, version] = [firstPages(client.getQueryData(queryKey)), versionOf(queryKey)]
      if (data === undefined || version === undefined) return undefined
      return store.put({ user, hash, queryKey, data, savedAt, version })
    })
    changed.clear()
    await Promise.all([...puts, done])
  }

  const isRestorable = ({ user, queryKey, version, savedAt }: StoredQuery) =>
    user === currentUserId() && version === versionOf(queryKey) && savedAt > Date.now() - MAX_AGE_MS

  /** Deletes results of other users, older ones, and those beyond the limit. */
  async function deleteOutdated() {
    const { store, done } = (await database).transaction('queries', 'readwrite')
    const stored = (await store.getAll()).toSorted((a, b) => b.savedAt - a.savedAt)
    const current = new Set(stored.filter(isRestorable).slice(0, MAX_QUERIES))
    const outdated = stored.filter((query) => !current.has(query))
    await Promise.all([...outdated.map(({ user, hash }) => store.delete([user, hash])), done])
  }

  onSessionChange(() => {
    clearTimeout(scheduled)
    scheduled = undefined
    changed.clear()
    void deleteOutdated().catch(() => undefined)
  })
  for (const query of client.getQueryCache().getAll()) if (query.state.data !== undefined) scheduleWrite(query)
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') scheduleWrite(event.query)
  })
  void deleteOutdated().catch(() => undefined)

  return {
    /**
     * Restores the stored results, or that of one query, where the cache has none. They count as stale, so each is
     * refetched when it is shown.
     */
    async restore(queryHash?: string) {
      const stored = await (await database).getAll('queries')
      for (const { hash, queryKey, data } of stored.filter(isRestorable)) {
        const isMeant = queryHash === undefined || queryHash === hash
        if (!isMeant || client.getQueryData(queryKey) !== undefined) continue
        client.setQueryData(queryKey, data, { updatedAt: RESTORED_AT })
      }
    },
  }
}

/** The beginning of a list that is loaded page by page. */
function firstPages(data: unknown) {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (pages === undefined || pageParams === undefined) return data
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) }
}
