import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { TimeEntry, TimeEntryFilter } from '#contract/time-entries.ts'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import { executePipelined } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'
import {
  deleteSegmentsAndTags,
  insertEntry,
  insertSegmentsAndTags,
  selectSegments,
  selectTags,
  upsertEntry,
} from './statements.ts'

/** The dates match entries that end after `startDate` and start before `endDate`. */
export interface TimeEntryConditions extends Omit<TimeEntryFilter, 'search'> {
  /** Matches entries that contain each of these. */
  searchTerms?: readonly SearchTerm[] | undefined
}

/** A word of a search, and the ids of projects, tasks and tags with the word in their name. */
export interface SearchTerm {
  /** The ways in which notes may spell it. */
  spellings: readonly string[]
  projects: readonly string[]
  tasks: readonly string[]
  tags: readonly string[]
}

interface TimeEntryPage extends TimeEntryConditions {
  /** Only entries that follow this one in the list. */
  after?: EntryValues | undefined
  limit?: number | undefined
}

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

type StoredEntry = EntryValues & { userId: string; createdAt: number; updatedAt: number }

/** Lists matching entries, the newest first. */
export async function listTimeEntries(db: Db, userId: string, page: TimeEntryPage) {
  const { after, limit } = page
  const query = selectMatching(db, userId, page)
    .$if(after !== undefined, (query) =>
      query.where((row) => row(row.refTuple('started_at', 'id'), '<', row.tuple(after!.startedAt, after!.id))),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit!))
  return (await loadEntries(db, userId, query)).map(toJson)
}

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
  return toJson({ ...entry, userId, createdAt: now, updatedAt: now })
}

/** Inserts the entry, or overwrites the one with its id. */
export async function upsertTimeEntry(db: Db, userId: string, given: EntryValues, now: number) {
  const entry = { ...given, tags: toDistinctTags(given.tags) }
  const row = { user_id: userId, id: entry.id, created_at: now, ...toRow(entry, now) }
  const [written] = await upsertEntry(db, row)
  await executePipelined(db, [
    ...deleteSegmentsAndTags(db, userId, entry.id),
    ...insertSegmentsAndTags(db, userId, entry),
  ])
  return toJson({ ...entry, userId, createdAt: written!.created_at, updatedAt: now })
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

export async function deleteTimeEntry(db: Db, userId: string, id: string) {
  const row = await db
    .deleteFrom('time_entries')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('focus_session_key')
    .executeTakeFirst()
  return row && { focusSessionKey: row.focus_session_key }
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

/** The number of matching entries, and their total duration. */
export function countTimeEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  return selectMatching(db, userId, filter)
    .select((row) => [
      row.fn.countAll<number>().as('timeEntries'),
      row.fn.coalesce(row.fn.sum<number>('duration_ms'), row.lit(0)).as('milliseconds'),
    ])
    .executeTakeFirstOrThrow()
}

/** The number of matching entries, and their time between `startDate` and `endDate`. */
export async function sumTimeEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  const { startDate = -Infinity, endDate = Infinity } = filter
  const { timeEntries, milliseconds } = await countTimeEntries(db, userId, filter)
  if (startDate === -Infinity && endDate === Infinity) return { timeEntries, milliseconds }
  const segments = await db
    .selectFrom('time_entry_segments')
    .select(['started_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('entry_id', 'in', selectMatching(db, userId, filter).select('id'))
    .execute()
  const inside = segments.map(
    (segment) => Math.min(segment.ended_at, endDate) - Math.max(segment.started_at, startDate),
  )
  return { timeEntries, milliseconds: inside.reduce((sum, part) => sum + Math.max(0, part), 0) }
}

type EntryQuery = SelectQueryBuilder<Schema, 'time_entries', object>

function selectMatching(db: Db, userId: string, filter: TimeEntryConditions): EntryQuery {
  const { projectId, clientId, taskId, tagId, startDate, endDate, searchTerms = [] } = filter
  const selected = db
    .selectFrom('time_entries')
    .where('user_id', '=', userId)
    .$if(startDate !== undefined, (query) => query.where('ended_at', '>', startDate!))
    .$if(endDate !== undefined, (query) => query.where('started_at', '<', endDate!))
    .$if(clientId !== undefined, (query) => query.where('project_id', 'in', projectsOf(db, userId, clientId!)))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId!))
    .$if(tagId !== undefined, (query) =>
      query.where('id', 'in', taggedEntries(db, userId).where('tag_id', '=', tagId!)),
    )
  return searchTerms.reduce((query, term) => query.where((row) => matchesTerm(row, db, userId, term)), selected)
}

export const selectIdsMatching = (db: Db, userId: string, searchTerms: readonly SearchTerm[]) =>
  selectMatching(db, userId, { searchTerms }).select('id')

const taggedEntries = (db: Db, userId: string) =>
  db.selectFrom('time_entry_tags').select('entry_id').where('user_id', '=', userId)

const projectsOf = (db: Db, userId: string, clientId: string) =>
  db.selectFrom('projects').select('id').where('user_id', '=', userId).where('client_id', '=', clientId)

/** Whether the term is in the notes, or in the name of the entry's project, client, task or a tag. */
function matchesTerm(row: ExpressionBuilder<Schema, 'time_entries'>, db: Db, userId: string, term: SearchTerm) {
  const { spellings, projects, tasks, tags } = term
  const tagged = taggedEntries(db, userId).where(isOneOf(db, 'tag_id', tags))
  return row.or([
    ...spellings.map((text) => row(sql`lower(notes)`, 'like', sql`${`%${text}%`} escape '\\'`)),
    ...(projects.length > 0 ? [isOneOf(db, 'project_id', projects)] : []),
    ...(tasks.length > 0 ? [isOneOf(db, 'task_id', tasks)] : []),
    ...(tags.length > 0 ? [row('id', 'in', tagged)] : []),
  ])
}

/** Loads entries with their tags and segments. The number of queries does not depend on the number of entries. */
async function loadEntries(db: Db, userId: string, query: EntryQuery): Promise<StoredEntry[]> {
  const rows = await query.selectAll().execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { tags, segments } = await readSegmentsAndTags(db, userId, ids)
  const tagsOf = Map.groupBy(tags, (tag) => tag.entry_id)
  const segmentsOf = Map.groupBy(segments, (segment) => segment.entry_id)
  return rows.map((row) => ({
    ...toValues(row),
    tags: (tagsOf.get(row.id) ?? []).map((tag) => tag.tag_id),
    segments: (segmentsOf.get(row.id) ?? []).map(({ started_at, ended_at }) => [started_at, ended_at]),
  }))
}

/** The tags and segments of entries, ordered as they are shown. */
export async function readSegmentsAndTags(db: Db, userId: string, ids: readonly string[]) {
  const entries = { userId, ids: JSON.stringify(ids) }
  const [tags, segments] = await executePipelined(db, [
    selectTags.compile(db, entries),
    selectSegments.compile(db, entries),
  ])
  return { tags, segments }
}

function toValues(row: Selectable<Schema['time_entries']>) {
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

function toJson(entry: StoredEntry): TimeEntry {
  return {
    id: entry.id,
    user: entry.userId,
    project: entry.projectId,
    task: entry.taskId,
    tags: [...entry.tags],
    startTime: toIsoTime(entry.startedAt),
    endTime: toIsoTime(entry.endedAt),
    duration: entry.durationMs,
    notes: entry.notes,
    isRunning: false,
    segments: entry.segments.map(([start, end]) => ({ start: toIsoTime(start), end: toIsoTime(end) })),
    createdAt: toIsoTime(entry.createdAt),
    updatedAt: toIsoTime(entry.updatedAt),
  }
}
