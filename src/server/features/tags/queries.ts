import type { Selectable } from 'kysely'
import type { Tag, TagChange, TagDraft } from '#contract/tags.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { readInPages, selectSome, type SomeRows } from '#server/db/read-in-parts.ts'
import { moveRecordToTrash, moveSomeLinks } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'

export async function readTags(db: Db, userId: string, some: SomeRows) {
  const rows = await selectSome(db, selectTags(db, userId), some).execute()
  return rows.map(toJson)
}

export const listTagNames = (db: Db, userId: string) =>
  readInPages(db.selectFrom('tags').select(['id', 'name']).where('user_id', '=', userId))

export async function findTag(db: Db, userId: string, id: string) {
  const row = await selectTags(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export async function findTagByName(db: Db, userId: string, name: string) {
  const row = await selectTags(db, userId).where('name_key', '=', nameKey(name)).executeTakeFirst()
  return row && toJson(row)
}

export async function insertTag(db: Db, userId: string, tag: WithId<TagDraft>, now: number) {
  const row = await db
    .insertInto('tags')
    .values({ ...tag, name_key: nameKey(tag.name), user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateTag(db: Db, userId: string, change: WithId<TagChange>, now: number) {
  const { id, name, color } = change
  const row = await db
    .updateTable('tags')
    .set({ ...(name !== undefined && { name, name_key: nameKey(name) }), color, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

export const removeTagFromEntries = (removal: ItemRemoval): DeleteStep[] => [
  moveSomeLinks(toTarget(removal), 'time_entry_tags'),
]

/** Deletes a tag. Its time entries stay, without the tag. */
export const deleteTag = (db: Db, removal: ItemRemoval) => moveRecordToTrash(db, 'tags', toTarget(removal))

const toTarget = (removal: ItemRemoval) => ({ ...removal, kind: 'tag' as const })

const selectTags = (db: Db, userId: string) => db.selectFrom('tags').selectAll().where('user_id', '=', userId)

/** Equal for names that differ only in case or in Unicode form. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

function toJson(row: Selectable<Schema['tags']>): Tag {
  const { id, name, color } = row
  return { id, name, color, ...timestampsOf(row) }
}
