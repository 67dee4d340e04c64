import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { selectMatching, type TimeEntryConditions } from './matching.ts'

/** Deletes entries and returns how many of the ids existed. */
export async function deleteTimeEntries(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .deleteFrom('time_entries')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .returning('focus_session_key as focusSessionKey')
    .execute()
  await overrideFocusSessions(db, userId, sessionKeysOf(rows), 'deleted')
  return rows.length
}

type Override = 'edited' | 'deleted'

/** Keeps the timer from changing the entries of focus sessions again. 'deleted' replaces 'edited', not the reverse. */
export async function overrideFocusSessions(db: Db, userId: string, keys: readonly string[], kind: Override) {
  if (keys.length === 0) return
  await db
    .insertInto('focus_session_overrides')
    .values([...new Set(keys)].map((focus_session_key) => ({ user_id: userId, focus_session_key, kind })))
    .onConflict((known) => {
      const same = known.columns(['user_id', 'focus_session_key'])
      return kind === 'deleted' ? same.doUpdateSet({ kind }) : same.doNothing()
    })
    .execute()
}

export const sessionKeysOf = (entries: readonly { focusSessionKey: string | null }[]) =>
  entries.flatMap(({ focusSessionKey }) => focusSessionKey ?? [])

/** An entry may have a thousand segments, so the rows of only a few entries are counted at once. */
const MAX_COUNTED_ENTRIES = 100

/**
 * Deletes matching entries until about `limit` rows are gone, with segments and tags, and returns the number of rows. It
 * is below the limit only if no entry is left.
 */
export async function deleteSomeTimeEntries(db: Db, userId: string, filter: TimeEntryConditions, limit: number) {
  let rows = 0
  while (rows < limit) {
    const entries = await countRowsOfEntries(db, userId, filter)
    const deleted = takeUntil(entries, limit - rows)
    if (deleted.length > 0)
      await deleteTimeEntries(
        db,
        userId,
        deleted.map(({ id }) => id),
      )
    rows += sumRows(deleted)
    if (deleted.length < MAX_COUNTED_ENTRIES && deleted.length === entries.length) break
  }
  return rows
}

/** The first entries with the number of their rows. The order is that of an index, as PostgreSQL might read all entries. */
async function countRowsOfEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  const entries = await selectMatching(db, userId, filter)
    .select((entry) => [
      'id',
      entry
        .selectFrom('time_entry_segments as segment')
        .select((row) => row.fn.countAll<number>().as('count'))
        .whereRef('segment.user_id', '=', 'time_entries.user_id')
        .whereRef('segment.entry_id', '=', 'time_entries.id')
        .$asScalar()
        .$notNull()
        .as('segments'),
      entry
        .selectFrom('time_entry_tags as link')
        .select((row) => row.fn.countAll<number>().as('count'))
        .whereRef('link.user_id', '=', 'time_entries.user_id')
        .whereRef('link.entry_id', '=', 'time_entries.id')
        .$asScalar()
        .$notNull()
        .as('tags'),
    ])
    .orderBy('started_at')
    .orderBy('id')
    .limit(MAX_COUNTED_ENTRIES)
    .execute()
  return entries.map(({ id, segments, tags }) => ({ id, rows: 1 + segments + tags }))
}

interface EntryRows {
  id: string
  rows: number
}

const sumRows = (entries: readonly EntryRows[]) => entries.reduce((sum, { rows }) => sum + rows, 0)

/** The first entries that have as many rows together, or all. */
function takeUntil(entries: readonly EntryRows[], limit: number) {
  const taken: EntryRows[] = []
  let rows = 0
  for (const entry of entries) {
    if (rows >= limit) break
    taken.push(entry)
    rows += entry.rows
  }
  return taken
}
