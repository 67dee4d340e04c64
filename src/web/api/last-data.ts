import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Database, KeptQuery } from './database.ts'
import { RESTORED_AT } from './query-client.ts'
import { currentUserId, onSessionChange } from './session.ts'

/** To be raised with every change to the shape of something that is kept. */
const VERSION = 2
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000
const AT_MOST = 100
const PAGES = 2
const WRITE_AFTER_MS = 500

interface Options {
  database: Database
  client: QueryClient
  /** Whether the answers to a query are worth keeping. */
  isWanted: (key: QueryKey) => boolean
}

/** Keeps on this device what its user saw last, for the time without a server. */
export function keepLastData({ database, client, isWanted }: Options) {
  const changed = new Map<string, QueryKey>()
  let soon: ReturnType<typeof setTimeout> | undefined

  function note({ queryHash, queryKey }: Query) {
    if (!isWanted(queryKey)) return
    changed.set(queryHash, queryKey)
    soon ??= setTimeout(() => void write().catch(() => undefined), WRITE_AFTER_MS)
  }

  async function write() {
    soon = undefined
    const [user, savedAt] = [currentUserId(), Date.now()]
    const { store, done } = (await database).transaction('queries', 'readwrite')
    // It may have become somebody else's meanwhile.
    if (user === undefined || user !== currentUserId()) return
    const puts = [...changed].map(([hash, queryKey]) => {
      const data = toKept(client.getQueryData(queryKey))
      return data === undefined ? undefined : store.put({ user, hash, queryKey, data, savedAt, version: VERSION })
    })
    changed.clear()
    await Promise.all([...puts, done])
  }

  /** Of nobody but the present user, of late, and not too much. */
  async function tidy() {
    const { store, done } = (await database).transaction('queries', 'readwrite')
    const kept = (await store.getAll()).toSorted((a, b) => b.savedAt - a.savedAt)
    const good = new Set(kept.filter(isGood).slice(0, AT_MOST))
    const bad = kept.filter((one) => !good.has(one))
    await Promise.all([...bad.map(({ user, hash }) => store.delete([user, hash])), done])
  }

  onSessionChange(() => {
    clearTimeout(soon)
    soon = undefined
    changed.clear()
    void tidy().catch(() => undefined)
  })
  for (const query of client.getQueryCache().getAll()) if (query.state.data !== undefined) note(query)
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  void tidy().catch(() => undefined)

  return {
    /** Puts what was kept where nothing newer is. The server is asked for all of it as soon as it is looked at. */
    async restore() {
      const kept = await (await database).getAll('queries')
      for (const { queryKey, data } of kept.filter(isGood))
        if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, data, { updatedAt: RESTORED_AT })
    },
  }
}

const isGood = ({ user, version, savedAt }: KeptQuery) =>
  user === currentUserId() && version === VERSION && savedAt > Date.now() - KEPT_FOR_MS

/** Of a long list its beginning. */
function toKept(data: unknown) {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (pages === undefined || pageParams === undefined) return data
  return { pages: pages.slice(0, PAGES), pageParams: pageParams.slice(0, PAGES) }
}
