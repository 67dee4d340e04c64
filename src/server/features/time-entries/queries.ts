import { type Selectable, sql } from 'kysely'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import { executePipelined } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, isPostgres, isStillWanted } from '#server/db/engine-sql.ts'
import { readInParts } from '#server/db/read-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { toIsoTime } from '#server/db/values.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { type EntryQuery, selectMatching, type TimeEntryConditions } from './matching.ts'
import {
  deleteSegmentsAndTags,
  insertEntry,
  insertSegmentsAndTags,
  insertWholeEntry,
  selectSegments,
  selectTags,
  tagsToJson,
  upsertEntry,
} from './statements.ts'

export {
  deleteSomeTimeEntries,
  moveEntriesToTrash,
  moveSomeTimeEntries,
  overrideFocusSessions,
} from './delete-queries.ts'
export { deleteHistories, recordChanges } from './history-queries.ts'
export { matchesTerm, type SearchTerm } from './matching.ts'

/** A time entry in the server's own form, with times in milliseconds. */
export interface EntryValues extends WorkedTime {
  id: string
  projectId: string
  taskId: string | null
  notes: string
  /** The focus session that it was saved from; null if it was entered by hand. */
  focusSessionKey: string | null
  /** The planned length of that session; null if it had no planned end, or there is no session. */
  plannedMs: number | null
  zone: string | null
  tags: readonly string[]
}

export type StoredEntry = EntryValues & { userId: string; createdAt: number; updatedAt: number }

export async function findTimeEntry(db: Db, userId: string, id: string) {
  const entry = await findEntryValues(db, userId, id)
  return entry && toJson(entry)
}

export async function findEntryValues(db: Db, userId: string, id: string) {
  const [entry] = await loadEntries(db, userId, selectMatching(db, userId, {}).where('id', '=', id))
  return entry
}

/** An entry with the same project, start, end and duration that was created at `since` or later. */
export async function findEqualTimeEntry(db: Db, userId: string, entry: EntryValues, since: number) {
  const query = selectMatching(db, userId, { projectId: entry.projectId })
    .where('started_at', '=', entry.startedAt)
    .where('ended_at', '=', entry.endedAt)
    .where('duration_ms', '=', entry.durationMs)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(1)
  const [equal] = await loadEntries(db, userId, query)
  return equal && toJson(equal)
}

export const listEntryValuesByIds = (db: Db, userId: string, ids: readonly string[]) =>
  loadEntries(db, userId, selectMatching(db, userId, {}).where(isOneOf(db, 'id', ids)))

export const listTimeEntriesByIds = async (db: Db, userId: string, ids: readonly string[]) =>
  (await listEntryValuesByIds(db, userId, ids)).map(toJson)

/** Inserts a new entry. The statement takes the user lock itself, and fails if the subject does not exist. */
export async function insertTimeEntry(db: Db, userId: string, given: EntryValues, now: number) {
  const entry = { ...given, tags: toDistinctTags(given.tags) }
  const row = { user_id: userId, id: entry.id, created_at: now, ...toRow(entry, now) }
  await executePipelined(db, [insertEntry.compile(db, row), ...insertSegmentsAndTags(db, userId, entry)])
  const created = toJson({ ...entry, userId, createdAt: now, updatedAt: now })
  await recordEvents(db, userId, now, [{ type: 'time_entry.created', data: created }])
  return created
}

/** Does the same in a transaction of its own, for which PostgreSQL needs a single statement. */
export async function insertTimeEntryAlone(db: Db, userId: string, given: EntryValues, now: number) {
  const insertInTransaction = () => withUserLock(db, userId, (db) => insertTimeEntry(db, userId, given, now))
  if (!isPostgres(db)) return insertInTransaction()
  const entry = { ...given, tags: toDistinctTags(given.tags) }
  const row = { user_id: userId, id: entry.id, created_at: now, ...toRow(entry, now) }
  const parts = { segments: JSON.stringify(entry.segments), tags: tagsToJson(entry.tags) }
  const inserted = await insertWholeEntry(db, { ...row, ...parts })
  if (inserted.length === 0) return insertInTransaction()
  return toJson({ ...entry, userId, createdAt: now, updatedAt: now })
}

/** Inserts the entry, or overwrites the one with its id; `event` says which of both. */
export async function writeTimeEntry(
  db: Db,
  userId: string,
  given: EntryValues,
  { now, event }: { now: number; event: 'created' | 'updated' },
): Promise<StoredEntry> {
  const entry = { ...given, tags: toDistinctTags(given.tags) }
  const row = { user_id: userId, id: entry.id, created_at: now, ...toRow(entry, now) }
  const [written] = await upsertEntry(db, row)
  await executePipelined(db, [
    ...deleteSegmentsAndTags(db, userId, entry.id),
    ...insertSegmentsAndTags(db, userId, entry),
  ])
  const stored = { ...entry, userId, createdAt: written!.created_at, updatedAt: now }
  await recordEvents(db, userId, now, [{ type: `time_entry.${event}`, data: toJson(stored) }])
  return stored
}

const toDistinctTags = (tags: readonly string[]) => [...new Set(tags)].toSorted()

const toRow = (entry: EntryValues, now: number) => ({
  project_id: entry.projectId,
  task_id: entry.taskId,
  started_at: entry.startedAt,
  ended_at: entry.endedAt,
  duration_ms: entry.durationMs,
  notes: entry.notes,
  focus_session_key: entry.focusSessionKey,
  planned_ms: entry.plannedMs,
  zone: entry.zone,
  updated_at: now,
})

/** Deletes an entry for ever: the timer does so with its own entries. */
export async function deleteTimeEntry(db: Db, userId: string, id: string, now: number) {
  const row = await db
    .deleteFrom('time_entries')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) await recordEvents(db, userId, now, [{ type: 'time_entry.deleted', data: { id } }])
}

export async function listExistingTagIds(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tags')
    .select('id')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return rows.map(({ id }) => id)
}

/** The database index of long entries uses the same number. */
export const MAX_SHORT_ENTRY_MS = 14_400_000
export const IS_LONG_ENTRY = sql<boolean>`entry.ended_at - entry.started_at > 14400000`

/** A lower limit for the starts of entries that end after a moment: most entries are short, and long ones have an index. */
export async function findEarliestStart(db: Db, userId: string, from: number) {
  const { rows } = await sql<{ started_at: number | null }>`
    select min(entry.started_at) as started_at from time_entries as entry
    where entry.user_id = ${userId} and ${IS_LONG_ENTRY} and ${isStillWanted(db, 'entry')}
      and entry.started_at < ${from} and entry.ended_at > ${from}`.execute(db)
  return Math.min(rows[0]?.started_at ?? Infinity, from - MAX_SHORT_ENTRY_MS)
}

/** The number of matching entries, and their total duration. */
export function countTimeEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  return selectMatching(db, userId, filter)
    .where(isStillWanted(db, 'time_entries'))
    .select((row) => [
      row.fn.countAll<number>().as('timeEntries'),
      row.fn.coalesce(row.fn.sum<number>('duration_ms'), row.lit(0)).as('milliseconds'),
    ])
    .executeTakeFirstOrThrow()
}

/** Loads entries with their tags and segments. The number of queries does not depend on the number of entries. */
async function loadEntries(db: Db, userId: string, query: EntryQuery): Promise<StoredEntry[]> {
  const rows = await query.selectAll().execute()
  if (rows.length === 0) return []
  return addParts(rows, await readSegmentsAndTags(db, userId, toIds(rows)))
}

/** Loads the entries of a query as JSON, or returns undefined if they have too many segments or tags to read at once. */
export async function loadFewEntries(db: Db, userId: string, query: EntryQuery) {
  const rows = await query.selectAll().execute()
  if (rows.length === 0) return []
  const parts = await readFewSegmentsAndTags(db, userId, toIds(rows))
  return parts && addParts(rows, parts).map(toJson)
}

/** Reads many entries by their ids, in parts that are small enough to be read at once. */
export async function* readEntriesInParts(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<StoredEntry[]> {
  const readPart = (ids: readonly string[]) =>
    read(async (db) => {
      const parts = await readFewSegmentsAndTags(db, userId, ids)
      if (parts === undefined) return undefined
      const rows = await selectMatching(db, userId, {})
        .where(isOneOf(db, 'id', ids))
        .selectAll()
        .execute()
      const byId = new Map(addParts(rows, parts).map((entry) => [entry.id, entry]))
      // An entry that was deleted meanwhile is left out.
      return ids.flatMap((id) => byId.get(id) ?? [])
    })
  yield* readInParts(ids, readPart)
}

const toIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function addParts(rows: readonly EntryRow[], { tags, segments }: SegmentsAndTags): StoredEntry[] {
  const tagsOf = Map.groupBy(tags, (tag) => tag.entry_id)
  const segmentsOf = Map.groupBy(segments, (segment) => segment.entry_id)
  return rows.map((row) => ({
    ...toValues(row),
    tags: (tagsOf.get(row.id) ?? []).map((tag) => tag.tag_id),
    segments: (segmentsOf.get(row.id) ?? []).map(({ started_at, ended_at }) => [started_at, ended_at]),
  }))
}

type SegmentsAndTags = Awaited<ReturnType<typeof readSegmentsAndTags>>

/** The tags and segments of entries, ordered as they are shown. */
async function readSegmentsAndTags(db: Db, userId: string, ids: readonly string[], limit = Number.MAX_SAFE_INTEGER) {
  const entries = { userId, ids: JSON.stringify(ids), limit }
  const [tags, segments] = await executePipelined(db, [
    selectTags.compile(db, entries),
    selectSegments.compile(db, entries),
  ])
  return { tags, segments }
}

/** Most entries have one segment and few tags, but each may have a thousand segments. */
const MAX_PARTS = 2_000

/** Returns undefined if there are too many to read at once. Those of a single entry never are. */
export async function readFewSegmentsAndTags(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 1) return readSegmentsAndTags(db, userId, ids)
  const parts = await readSegmentsAndTags(db, userId, ids, MAX_PARTS + 1)
  return parts.tags.length > MAX_PARTS || parts.segments.length > MAX_PARTS ? undefined : parts
}

type EntryRow = Selectable<Schema['time_entries']>

function toValues(row: EntryRow) {
  return {
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    taskId: row.task_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
    notes: row.notes,
    focusSessionKey: row.focus_session_key,
    plannedMs: row.planned_ms,
    zone: row.zone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type TimeTexts = [startTime: string, endTime: string, createdAt: string]

export function toJson(entry: StoredEntry): TimeEntry {
  const [startTime, endTime, createdAt] = [entry.startedAt, entry.endedAt, entry.createdAt].map(toIsoTime) as TimeTexts
  // Most entries have one segment, and were never changed: the same text is not made twice, which takes long.
  const toTime = (time: number, known: number, text: string) => (time === known ? text : toIsoTime(time))
  return {
    id: entry.id,
    user: entry.userId,
    project: entry.projectId,
    task: entry.taskId,
    tags: [...entry.tags],
    startTime,
    endTime,
    duration: entry.durationMs,
    notes: entry.notes,
    isRunning: false,
    segments: entry.segments.map(([start, end]) => ({
      start: toTime(start, entry.startedAt, startTime),
      end: toTime(end, entry.endedAt, endTime),
    })),
    createdAt,
    updatedAt: toTime(entry.updatedAt, entry.createdAt, createdAt),
  }
}
