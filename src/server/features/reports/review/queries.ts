import type { Period } from '#core/report/buckets.ts'
import type { Db } from '#server/db/connect.ts'
import { isStillWanted } from '#server/db/engine-sql.ts'

/** The entry with the most work of those that begin within a period; null if there is none. */
export async function findLongestEntry(db: Db, userId: string, { from, to }: Period) {
  const entry = await db
    .selectFrom('time_entries as entry')
    .select(['project_id', 'task_id', 'started_at', 'ended_at', 'duration_ms'])
    .where('user_id', '=', userId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where(isStillWanted(db, 'entry'))
    .orderBy('duration_ms', 'desc')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return entry ?? null
}
