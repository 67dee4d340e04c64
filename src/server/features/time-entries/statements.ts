import { type Insertable, sql } from 'kysely'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, rowsFromJson } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { selectUserForUpdate } from '#server/db/user-lock.ts'

type EntryRow = Insertable<Schema['time_entries']>

/** Inserts an entry, and takes the user lock in the same statement. */
const toInsertEntry = (db: Db, row: EntryRow, condition = sql<boolean>`true`) => {
  const columns = Object.keys(row) as (keyof EntryRow)[]
  const values = selectUserForUpdate(db, row.user_id)
    .where(condition)
    .select((user) => columns.map((column) => user.val(row[column]).as(column)))
  return db.insertInto('time_entries').columns(columns).expression(values)
}

export const insertEntry = compileOnce((db, row: EntryRow) => toInsertEntry(db, row))

/**
 * Inserts an entry with its segments and tags, given as JSON, by one statement, which needs neither `begin` nor `commit`.
 * Only PostgreSQL can insert into several tables by one statement. Inserts nothing, and returns no id, if the user has
 * webhooks, whose events need a transaction.
 */
export const insertWholeEntry = compileOnce(
  (db, { segments, tags, ...row }: EntryRow & { segments: string; tags: string }) => {
    const key = { userId: row.user_id, entryId: row.id }
    return db
      .with('entry', () => toInsertEntry(db, row, sql`webhook_events is null`).returning('id'))
      .with('segment', () => toInsertSegments(db, { ...key, segments }, IS_INSERTED))
      .with('tag', () => toInsertTags(db, { ...key, tags }, IS_INSERTED))
      .selectFrom('entry')
      .select('id')
  },
)

const IS_INSERTED = sql<boolean>`exists (select from entry)`

/** Inserts an entry, or overwrites the one with its id. */
export const upsertEntry = compileOnce((db, row: EntryRow) => {
  const { user_id: _user, id: _id, created_at: _created, ...changed } = row
  return db
    .insertInto('time_entries')
    .values(row)
    .onConflict((known) => known.columns(['user_id', 'id']).doUpdateSet(changed))
    .returning('created_at')
})

interface EntryParts {
  id: string
  segments: WorkedTime['segments']
  tags: readonly string[]
}

export function insertSegmentsAndTags(db: Db, userId: string, { id, segments, tags }: EntryParts) {
  const key = { userId, entryId: id }
  const segmentRows = insertSegments.compile(db, { ...key, segments: JSON.stringify(segments) })
  if (tags.length === 0) return [segmentRows]
  return [segmentRows, insertTags.compile(db, { ...key, tags: tagsToJson(tags) })]
}

/** The rows of `insertTags`. */
export const tagsToJson = (tags: readonly string[]) => JSON.stringify(tags.map((tag) => [tag]))

export const deleteSegmentsAndTags = (db: Db, userId: string, entryId: string) => [
  deleteSegments.compile(db, { userId, entryId }),
  deleteTags.compile(db, { userId, entryId }),
]

interface EntryIds {
  userId: string
  /** A JSON array. */
  ids: string
  limit: number
}

export const selectTags = compileOnce((db, { userId, ids, limit }: EntryIds) =>
  db
    .selectFrom('time_entry_tags')
    .select(['entry_id', 'tag_id'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'entry_id', ids))
    // Ordered by tag alone, SQLite would scan every tag link of the user.
    .orderBy('entry_id')
    .orderBy('tag_id')
    .limit(limit),
)

export const selectSegments = compileOnce((db, { userId, ids, limit }: EntryIds) =>
  db
    .selectFrom('time_entry_segments')
    .select(['entry_id', 'started_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'entry_id', ids))
    // Ordered by the start alone, the database would read all of them before the limit applies.
    .orderBy('entry_id')
    .orderBy('started_at')
    .limit(limit),
)

interface EntryKey {
  userId: string
  entryId: string
}

const toInsertSegments = (
  db: Db,
  { userId, entryId, segments }: EntryKey & { segments: string },
  condition = sql<boolean>`true`,
) =>
  db
    .insertInto('time_entry_segments')
    .columns(['user_id', 'entry_id', 'started_at', 'ended_at'])
    .expression(
      db
        .selectFrom(rowsFromJson(db, segments))
        .where(condition)
        .select((row) => [
          row.val(userId).as('user_id'),
          row.val(entryId).as('entry_id'),
          sql<number>`cast(value ->> 0 as bigint)`.as('started_at'),
          sql<number>`cast(value ->> 1 as bigint)`.as('ended_at'),
        ]),
    )

const insertSegments = compileOnce((db, rows: EntryKey & { segments: string }) => toInsertSegments(db, rows))

const toInsertTags = (db: Db, { userId, entryId, tags }: EntryKey & { tags: string }, condition = sql<boolean>`true`) =>
  db
    .insertInto('time_entry_tags')
    .columns(['user_id', 'entry_id', 'tag_id'])
    .expression(
      db
        .selectFrom(rowsFromJson(db, tags))
        .where(condition)
        .select((row) => [
          row.val(userId).as('user_id'),
          row.val(entryId).as('entry_id'),
          sql<string>`value ->> 0`.as('tag_id'),
        ]),
    )

const insertTags = compileOnce((db, rows: EntryKey & { tags: string }) => toInsertTags(db, rows))

const deleteSegments = compileOnce((db, { userId, entryId }: EntryKey) =>
  db.deleteFrom('time_entry_segments').where('user_id', '=', userId).where('entry_id', '=', entryId),
)

const deleteTags = compileOnce((db, { userId, entryId }: EntryKey) =>
  db.deleteFrom('time_entry_tags').where('user_id', '=', userId).where('entry_id', '=', entryId),
)
