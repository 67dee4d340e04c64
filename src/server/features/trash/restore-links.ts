import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { takeRows, type TrashRow } from './item-queries.ts'
import type { TrashedEntry } from './restore-entries.ts'
import { deleteTrashRows, ensureRecords } from './restore-records.ts'

/** A reference to the item that is being restored, and the rows that had it. */
interface Link {
  userId: string
  /** The restored item; a tag of the same name if there is one again. */
  target: string
  ids: string[]
}

const LINKS = [
  ['projects.client_id', 'clients', restoreClient],
  ['time_entries.task_id', 'tasks', restoreTask],
  ['time_entry_tags', 'tags', restoreTag],
] as const

/** Restores the references to an item, except in rows that were deleted or refer to something else since. */
export const restoreLinks = (item: TrashRow): DeleteStep[] =>
  LINKS.map(([source, table, restore]) => async (db, limit) => {
    const rows = await takeRows(db, item, source, limit)
    if (rows.length === 0) return 0
    const [userId, recordId] = [item.user_id, item.record_id ?? '']
    const target = (await ensureRecords(db, userId, table, [recordId])).get(recordId)
    const ids = rows.map(({ id }) => id)
    if (target !== undefined) await restore(db, { userId, target, ids })
    await deleteTrashRows(item, source, ids, db)
    return rows.length
  })

async function restoreClient(db: Db, { userId, target, ids }: Link) {
  await db
    .updateTable('projects')
    .set({ client_id: target })
    .where('user_id', '=', userId)
    .where('client_id', 'is', null)
    .where(isOneOf(db, 'id', ids))
    .execute()
  await updateTrashedRows<{ client_id: string | null }>(db, { userId, source: 'projects', ids }, (project) => ({
    ...project,
    client_id: project.client_id ?? target,
  }))
}

async function restoreTask(db: Db, { userId, target, ids }: Link) {
  const { project_id } = await db
    .selectFrom('tasks')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('id', '=', target)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('time_entries')
    .set({ task_id: target })
    .where('user_id', '=', userId)
    .where('task_id', 'is', null)
    .where('project_id', '=', project_id)
    .where(isOneOf(db, 'id', ids))
    .execute()
  await updateTrashedRows<TrashedEntry>(db, { userId, source: 'time_entries', ids }, (entry) => ({
    ...entry,
    task_id: entry.task_id ?? (entry.project_id === project_id ? target : null),
  }))
}

async function restoreTag(db: Db, { userId, target, ids }: Link) {
  const entries = db
    .selectFrom('time_entries')
    .select((row) => ['user_id', 'id', row.val(target).as('tag_id')])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
  await db
    .insertInto('time_entry_tags')
    .columns(['user_id', 'entry_id', 'tag_id'])
    .expression(entries)
    .onConflict((known) => known.doNothing())
    .execute()
  await updateTrashedRows<TrashedEntry>(db, { userId, source: 'time_entries', ids }, (entry) => ({
    ...entry,
    tags: [...new Set([...entry.tags, target])],
  }))
}

interface TrashedRows {
  userId: string
  source: 'projects' | 'time_entries'
  ids: readonly string[]
}

/** Rows that were deleted after the item have the reference when they are restored themselves. */
async function updateTrashedRows<Row>(db: Db, { userId, source, ids }: TrashedRows, change: (row: Row) => Row) {
  const rows = await db
    .selectFrom('trash_rows')
    .select(['trash_id', 'id', 'content'])
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where(sql<boolean>`is_copy = 0`)
    .where(isOneOf(db, 'id', ids))
    .execute()
  for (const { trash_id, id, content } of rows)
    await db
      .updateTable('trash_rows')
      .set({ content: JSON.stringify(change(JSON.parse(content))) })
      .where('user_id', '=', userId)
      .where('trash_id', '=', trash_id)
      .where('source', '=', source)
      .where('id', '=', id)
      .execute()
}
