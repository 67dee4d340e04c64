import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'

/** The clocks of the server and of the command line may differ by so much. */
const WINDOW_MS = 5 * MINUTE_MS
const ENDING_SESSIONS = ['user-disabled', 'user-signed-out', 'user-deleted']

/**
 * Returns a function, to be called at an interval, that finds users whose sessions the command line has ended: it has no
 * connection to the servers, so each looks into the log.
 */
export function watchCommandLine(db: Db, now: () => number, onSessionsEnded: (userId: string) => Promise<void>) {
  let seen = new Set<string>()
  return async () => {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'subject_id'])
      .where('at', '>', now() - WINDOW_MS)
      .where('actor_id', 'is', null)
      .where('action', 'in', ENDING_SESSIONS)
      .execute()
    const unseen = rows.filter(({ id }) => !seen.has(id))
    for (const { subject_id: userId } of unseen) if (userId !== null) await onSessionsEnded(userId)
    seen = new Set(rows.map(({ id }) => id))
  }
}
