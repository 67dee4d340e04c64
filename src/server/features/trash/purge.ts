import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, deleteSomeRows, type DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { transact } from '#server/db/transact.ts'
import { deleteHistories } from '#server/features/time-entries/queries.ts'
import { listExpiredTrash } from './item-queries.ts'

const MAX_ITEMS = 100
/** Each entry may have many changes. */
const MAX_ENTRIES = 20

/** Deletes expired items for ever, in small transactions. An interrupted run is continued by the next one. */
export async function purgeExpiredTrash(db: Db, deletedUntil: number) {
  for (;;) {
    const items = await listExpiredTrash(db, deletedUntil, MAX_ITEMS)
    for (const { userId, id } of items) await purgeTrash(db, userId, id)
    if (items.length < MAX_ITEMS) return
  }
}

/** Deletes an item with all that it holds, and the histories of its time entries. It must have expired. */
export const purgeTrash = (db: Db, userId: string, id: string) =>
  deleteInParts(
    (work) => transact(db, work),
    [purgeSomeEntries(userId, id), deleteSomeRows('trash_rows', sql`user_id = ${userId} and trash_id = ${id}`)],
    (db) => db.deleteFrom('trash').where('user_id', '=', userId).where('id', '=', id).execute(),
  )

const purgeSomeEntries =
  (userId: string, trashId: string): DeleteStep =>
  async (db, limit) => {
    let count = 0
    while (count < limit) {
      const rows = await db
        .selectFrom('trash_rows')
        .select('id')
        .where('user_id', '=', userId)
        .where('trash_id', '=', trashId)
        .where('source', '=', 'time_entries')
        .limit(MAX_ENTRIES)
        .execute()
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      await db
        .deleteFrom('trash_rows')
        .where('user_id', '=', userId)
        .where('trash_id', '=', trashId)
        .where('source', '=', 'time_entries')
        .where(isOneOf(db, 'id', ids))
        .execute()
      count += rows.length + (await deleteHistories(db, userId, ids))
    }
    return count
  }
