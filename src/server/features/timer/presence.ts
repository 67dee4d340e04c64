import type { Db } from '#server/db/connect.ts'
import { listDueUserIds, extendPresence } from './queries.ts'

interface Options {
  db: Db
  now: () => number
  /** Whether any client of a user is connected to this server. */
  isConnected: (userId: string) => boolean
}

/** Longer than any second: the server itself slept, and knows nothing of who was there meanwhile. */
const MAX_TICK_GAP_MS = 90_000
/** How far ahead a server says who is connected to it: several looks, so that a late one does no harm. */
const PRESENCE_LEASE_MS = 5_000

/** Who is there. Each server tells the others beforehand, for those for whom something is due: any may come first. */
export function createPresence({ db, now, isConnected }: Options) {
  let lookedAt = now()

  return {
    /** A connection outlives a server's sleep, but is no witness of it. */
    connectedUntil(userId: string) {
      if (!isConnected(userId)) return null
      return now() - lookedAt > MAX_TICK_GAP_MS ? lookedAt : now()
    },

    async extendForDueUsers() {
      lookedAt = now()
      const until = lookedAt + PRESENCE_LEASE_MS
      await extendPresence(db, (await listDueUserIds(db, until)).filter(isConnected), until)
    },

    /** Somebody has come, for whom something is due then. */
    async extendIfDueSoon(userId: string, dueAt: number) {
      if (dueAt > now() && dueAt <= now() + PRESENCE_LEASE_MS)
        await extendPresence(db, [userId], now() + PRESENCE_LEASE_MS)
    },
  }
}
