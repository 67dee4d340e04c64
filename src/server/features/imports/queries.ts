import type { Insertable, Updateable } from 'kysely'
import type { Import } from '#contract/files/imports.ts'
import type { ImportedRow, ImportFormat } from '#core/import/import-model.ts'
import { toWorkedTime } from '#core/time-entries/worked-time.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { listUploadIds } from '#server/features/uploads/queries.ts'
import { moveEntriesToTrash } from '#server/features/time-entries/queries.ts'
import type { TrashTarget } from '#server/features/trash/queries.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'

const MAX_ROWS_PER_INSERT = 2_000
/** An import that has written nothing for this time was interrupted: a page of rows takes far less on a busy server. */
const MAX_INACTIVE_MS = MINUTE_MS

export async function listImports(db: Db, userId: string, now: number): Promise<Import[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const uploadIds = await listUploadIds(db, userId, now)
  const remaining = await db
    .selectFrom('time_entries')
    .select(['import_id', (row) => row.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('import_id', 'is not', null)
    .groupBy('import_id')
    .execute()
  const remainingIn = new Map(remaining.map(({ import_id, count }) => [import_id, count]))
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    format: row.format as ImportFormat,
    createdAt: toIsoTime(row.created_at),
    created: row.entries,
    timeEntries: remainingIn.get(row.id) ?? 0,
    isFinished: row.finished_at !== null,
    isRunning: isRunning(row, now),
    upload: row.finished_at === null && uploadIds.has(row.upload_id) ? row.upload_id : null,
    fileRows: row.file_rows,
    readRows: row.read_rows,
  }))
}

/** Whether an import has written something recently, on whatever server. */
export const isRunning = (row: { finished_at: number | null; active_at: number }, now: number) =>
  row.finished_at === null && now - row.active_at < MAX_INACTIVE_MS

export const findImport = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('imports')
    .select(['id', 'upload_id', 'query', 'finished_at', 'active_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds an interrupted import of the same file. */
export const findUnfinishedImport = (db: Db, userId: string, fileHash: string) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('file_hash', '=', fileHash)
    .where('finished_at', 'is', null)
    .executeTakeFirst()

/** What an import reads, to continue it. */
interface ImportSource {
  uploadId: string | null
  query: string | null
}

interface NewImport extends ImportSource {
  id: string
  fileName: string
  fileHash: string
}

export async function insertImport(db: Db, userId: string, file: NewImport, now: number) {
  await db
    .insertInto('imports')
    .values({
      user_id: userId,
      id: file.id,
      file_name: file.fileName,
      file_hash: file.fileHash,
      // Until the file is read.
      format: 'other' satisfies ImportFormat,
      entries: 0,
      created_at: now,
      finished_at: null,
      active_at: now,
      upload_id: file.uploadId,
      query: file.query,
    })
    .execute()
}

/** An interrupted import reads its file from the beginning. */
export const restartImport = (
  db: Db,
  userId: string,
  { id, uploadId, query }: ImportSource & { id: string },
  now: number,
) => updateImport(db, userId, id, { read_rows: 0, active_at: now, upload_id: uploadId, query })

export const setFileFacts = (db: Db, userId: string, id: string, { format, rows }: { format: string; rows: number }) =>
  updateImport(db, userId, id, { format, file_rows: rows })

/** Stops an import that is not finished: it is not active any more, so its next page of rows is not written. */
export const markInterrupted = (db: Db, userId: string, id: string) =>
  db
    .updateTable('imports')
    .set({ active_at: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()

/** Returns undefined if the import was stopped or undone. */
export const keepImportActive = (db: Db, userId: string, id: string, now: number) =>
  db
    .updateTable('imports')
    .set({ active_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('active_at', '>', 0)
    .returning('id')
    .executeTakeFirst()

const updateImport = (db: Db, userId: string, id: string, change: Updateable<Schema['imports']>) =>
  db.updateTable('imports').set(change).where('user_id', '=', userId).where('id', '=', id).execute()

interface Progress {
  entries: number
  rows: number
  now: number
}

/** Returns undefined if the import was stopped or undone meanwhile. */
export const addProgress = (db: Db, userId: string, id: string, { entries, rows, now }: Progress) =>
  db
    .updateTable('imports')
    .set((row) => ({
      entries: row('entries', '+', entries),
      read_rows: row('read_rows', '+', rows),
      active_at: now,
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('active_at', '>', 0)
    .returning('id')
    .executeTakeFirst()

/** Marks an import as finished, or deletes it if it created no entries. Returns whether it created some. */
export async function finishImport(db: Db, userId: string, id: string, now: number) {
  const finished = await db
    .updateTable('imports')
    .set({ finished_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('entries', '>', 0)
    .returning(['file_name', 'entries'])
    .executeTakeFirst()
  if (finished === undefined) await deleteImport(db, userId, id)
  else await recordEvents(db, userId, now, [{ type: 'import.finished', data: toEventData(id, finished) }])
  return finished !== undefined
}

const toEventData = (id: string, row: { file_name: string; entries: number }) => ({
  id,
  fileName: row.file_name,
  timeEntries: row.entries,
})

export const deleteEmptyImport = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('imports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('entries', '=', 0)
    .where('finished_at', 'is', null)
    .execute()

export const deleteImport = (db: Db, userId: string, id: string) =>
  db.deleteFrom('imports').where('user_id', '=', userId).where('id', '=', id).execute()

/** Returns those of the ids that exist. */
export async function listExistingEntryIds(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface NewEntry extends ImportedRow {
  id: string
  projectId: string
  taskId: string | null
  tagIds: readonly string[]
}

export interface InsertContext {
  importId: string
  now: number
  yielder: Yielder
}

/** Inserts the entries with a few statements, because one for each entry would be slow. */
export async function insertEntries(db: Db, userId: string, entries: readonly NewEntry[], context: InsertContext) {
  if (entries.length === 0) return
  const { importId, now, yielder } = context
  const rows = entries.map((entry) => ({
    user_id: userId,
    id: entry.id,
    project_id: entry.projectId,
    task_id: entry.taskId,
    started_at: entry.start,
    ended_at: entry.end,
    duration_ms: entry.durationMs,
    notes: entry.notes,
    import_id: importId,
    created_at: now,
    updated_at: now,
  }))
  await insertRows(db, 'time_entries', rows)
  await insertInParts(db, 'time_entry_segments', toSegmentRows(userId, entries), yielder)
  const tags = entries.flatMap(({ id, tagIds }) => tagIds.map((tag_id) => ({ user_id: userId, entry_id: id, tag_id })))
  if (tags.length > 0 && yielder.shouldYield()) await yielder.yieldToEventLoop()
  await insertInParts(db, 'time_entry_tags', tags, yielder)
}

const toSegmentRows = (userId: string, entries: readonly NewEntry[]) =>
  entries.flatMap(({ id, start, end, durationMs, segments = toWorkedTime(start, end, durationMs).segments }) =>
    segments.map(([started_at, ended_at]) => ({ user_id: userId, entry_id: id, started_at, ended_at })),
  )

async function insertInParts<Table extends 'time_entry_segments' | 'time_entry_tags'>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  yielder: Yielder,
) {
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_INSERT) {
    if (from > 0 && yielder.shouldYield()) await yielder.yieldToEventLoop()
    await insertRows(db, table, rows.slice(from, from + MAX_ROWS_PER_INSERT))
  }
}

/** Moves up to `limit` entries of an import to the trash and returns their number. */
export async function moveSomeEntries(db: Db, target: TrashTarget & { id: string }, limit: number) {
  const { userId, id } = target
  const rows = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  return moveEntriesToTrash(db, target, ids, { isLast: false })
}
