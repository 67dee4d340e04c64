import type { BulkChange } from '#contract/time-entries.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { type EntryValues, overrideSessions } from './queries.ts'

/** A few queries, however many entries there are. */
export async function updateTimeEntries(
  db: Db,
  userId: string,
  entries: readonly EntryValues[],
  { change, now }: { change: BulkChange; now: number },
) {
  const { project, task, notes, tags, addTags = [] } = change
  const ids = entries.map(({ id }) => id)
  const strangers = losingTheirTask(entries, change)
  if (strangers.length > 0) await updateEntries(db, userId, strangers).set({ task_id: null }).execute()
  await updateEntries(db, userId, ids)
    .set({
      updated_at: now,
      ...(project !== undefined && { project_id: project }),
      ...(task !== undefined && { task_id: task }),
      ...(notes !== undefined && { notes }),
    })
    .execute()
  if (tags !== undefined)
    await db
      .deleteFrom('time_entry_tags')
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'entry_id', ids))
      .execute()
  for (const tag of new Set([...(tags ?? []), ...addTags])) await addTag(db, userId, ids, tag)
  await overrideSessions(db, userId, sessionKeysOf(entries), 'edited')
}

const losingTheirTask = (entries: readonly EntryValues[], { project, task }: BulkChange) =>
  entries
    .filter(({ projectId }) => project !== undefined && task === undefined && projectId !== project)
    .map(({ id }) => id)

/** How many of some there were. */
export async function deleteTimeEntries(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .deleteFrom('time_entries')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .returning('session_key as sessionKey')
    .execute()
  await overrideSessions(db, userId, sessionKeysOf(rows), 'deleted')
  return rows.length
}

const sessionKeysOf = (entries: readonly { sessionKey: string | null }[]) =>
  entries.flatMap(({ sessionKey }) => sessionKey ?? [])

const updateEntries = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .updateTable('time_entries')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))

async function addTag(db: Db, userId: string, ids: readonly string[], tagId: string) {
  const tagged = db
    .selectFrom('time_entries')
    .select((row) => ['user_id', 'id', row.val(tagId).as('tag_id')])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
  await db
    .insertInto('time_entry_tags')
    .columns(['user_id', 'entry_id', 'tag_id'])
    .expression(tagged)
    .onConflict((known) => known.doNothing())
    .execute()
}
