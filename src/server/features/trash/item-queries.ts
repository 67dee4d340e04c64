import { type Selectable, sql } from 'kysely'
import type { TrashItem } from '#contract/trash.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'

export type TrashRow = Selectable<Schema['trash']>

/** Items that can be brought back: those deleted after a moment. */
const selectItems = (db: Db, userId: string, deletedAfter: number) =>
  db
    .selectFrom('trash')
    .where('user_id', '=', userId)
    .where('deleted_at', '>', deletedAfter)
    .where('state', '!=', 'restored')

interface Page {
  limit: number
  after: TrashRow | undefined
  deletedAfter: number
}

export const listTrash = (db: Db, userId: string, { limit, after, deletedAfter }: Page) =>
  selectItems(db, userId, deletedAfter)
    .$if(after !== undefined, (query) =>
      query.where((row) => row(row.refTuple('deleted_at', 'id'), '<', row.tuple(after!.deleted_at, after!.id))),
    )
    .selectAll()
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function countTrash(db: Db, userId: string, deletedAfter: number) {
  const { count } = await selectItems(db, userId, deletedAfter)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds an item that has not expired; it may have been brought back. */
export const findTrashItem = (db: Db, userId: string, id: string, deletedAfter: number) =>
  db
    .selectFrom('trash')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', '>', deletedAfter)
    .executeTakeFirst()

export const setTrashState = (db: Db, userId: string, id: string, state: TrashRow['state']) =>
  db.updateTable('trash').set({ state }).where('user_id', '=', userId).where('id', '=', id).execute()

/** Marks an item as brought back, so that repeating this finds it, until it expires. */
export const markRestored = (db: Db, userId: string, id: string) =>
  db
    .updateTable('trash')
    .set({ state: 'restored', entries: 0, milliseconds: 0, entry_tags: 0, text_bytes: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()

/** Expires one item or all of them, and returns their ids. Those that were brought back do not count. */
export async function expireTrash(db: Db, userId: string, id?: string) {
  const rows = await db
    .updateTable('trash')
    .set({ deleted_at: 0 })
    .where('user_id', '=', userId)
    .where('state', '!=', 'restored')
    .where('deleted_at', '>', 0)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const listExpiredTrash = (db: Db, deletedUntil: number, limit: number) =>
  db
    .selectFrom('trash')
    .select(['user_id as userId', 'id'])
    .where('deleted_at', '<=', deletedUntil)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

/** Reads rows of an item that were deleted, not copied, the first ones by their ids. */
export const takeRows = (db: Db, { user_id, id }: TrashRow, source: Schema['trash_rows']['source'], limit: number) =>
  db
    .selectFrom('trash_rows')
    .select(['id', 'content'])
    .where('user_id', '=', user_id)
    .where('trash_id', '=', id)
    .where('source', '=', source)
    .where(sql<boolean>`is_copy = 0`)
    .orderBy('id')
    .limit(limit)
    .execute()

export function toJson(row: TrashRow, retentionMs: number): TrashItem {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    device: row.device,
    deletedAt: toIsoTime(row.deleted_at),
    expiresAt: toIsoTime(row.deleted_at + retentionMs),
    timeEntries: row.entries,
    milliseconds: row.milliseconds,
  }
}
