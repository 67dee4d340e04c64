import type { BulkChange } from '#contract/time-entries.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { overrideFocusSessions, sessionKeysOf } from './delete-queries.ts'
import type { EntryValues } from './queries.ts'

/** Applies a change to many entries. The number of queries does not depend on the number of entries. */
export async function updateTimeEntries(
  db: Db,
  userId: string,
  entries: readonly EntryValues[],
  { change, now }: { change: BulkChange; now: number },
) {
  const { project, task, notes, tags, addTags = [] } = change
  const ids = entries.map(({ id }) => id)
  const withoutTask = idsLosingTask(entries, change)
  if (withoutTask.length > 0) await updateEntries(db, userId, withoutTask).set({ task_id: null }).execute()
  await updateEntries(db, userId, ids).set({ project_id: project, task_id: task, notes, updated_at: now }).execute()
  if (tags !== undefined)
    await db
      .deleteFrom('time_entry_tags')
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'entry_id', ids))
      .execute()
  for (const tag of new Set([...(tags ?? []), ...addTags])) await addTag(db, userId, ids, tag)
  await overrideFocusSessions(db, userId, sessionKeysOf(entries), 'edited')
}

/** The ids of entries that move to another project and lose their task, which belongs to the old one. */
const idsLosingTask = (entries: readonly EntryValues[], { project, task }: BulkChange) =>
  entries
    .filter(({ projectId }) => project !== undefined && task === undefined && projectId !== project)
    .map(({ id }) => id)

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
