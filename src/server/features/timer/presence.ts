import type { Db } from '#server/db/connect.ts'
import { extendPresence, listDueUnseenUsers } from './queries.ts'

interface Options {
  db: Db
  now: () => number
  /** Whether any client of a user is connected to this server. */
  isConnected: (userId: string) => boolean
}

/** After a longer gap between two ticks the server itself was asleep, and does not know who was present meanwhile. */
const MAX_TICK_GAP_MS = 90_000
/** How far ahead presence is recorded: several ticks, so that a late one does no harm. */
const PRESENCE_LEASE_MS = 5_000

/**
 * Tracks which users are connected. Each server records this ahead of time for users whose phase is due soon, because
 * any server may be the one that ends the phase.
 */
export function createPresence({ db, now, isConnected }: Options) {
  let tickedAt = now()

  return {
    /** A connection survives the server's sleep, but does not prove presence during it. */
    connectedUntil(userId: string) {
      if (!isConnected(userId)) return null
      return now() - tickedAt > MAX_TICK_GAP_MS ? tickedAt : now()
    },

    /** If the server slept while this tick was under way, the tick counts from its start. */
    async extendForDueUsers(startedAt: number) {
      tickedAt = now() - startedAt > MAX_TICK_GAP_MS ? startedAt : now()
      const until = tickedAt + PRESENCE_LEASE_MS
      await extendPresence(db, (await listDueUnseenUsers(db, until)).filter(isConnected), until)
    },

    /** Records a user who has just connected, because the next tick may come after the due time. */
    async extendIfDueSoon(userId: string, dueAt: number) {
      if (dueAt > now() && dueAt <= now() + PRESENCE_LEASE_MS)
        await extendPresence(db, [userId], now() + PRESENCE_LEASE_MS)
    },
  }
}
