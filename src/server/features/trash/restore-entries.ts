import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { findWantedEvents } from '#server/db/user-lock.ts'
import type { Schema } from '#server/db/schema.ts'
import { assertFound } from '#server/errors.ts'
import { listTimeEntriesByIds } from '#server/features/time-entries/queries.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { takeRows, type TrashRow } from './item-queries.ts'
import { deleteTrashRows, ensureRecords, idsIn, insertMissing } from './restore-records.ts'

/** A time entry in the trash: its row with everything that belongs to it. */
export interface TrashedEntry extends Selectable<Schema['time_entries']> {
  segments: readonly (readonly [start: number, end: number])[]
  tags: readonly string[]
  /** Whether the user had edited the entry of the timer. */
  override: 'edited' | 'deleted' | null
}

/** Restoring a row takes about as long as deleting this number of rows. */
const DELETES_PER_RESTORE = 3
/** An entry may have a thousand segments, so only a few are read at once. */
const MAX_ENTRIES = 100

/** Restores time entries, with projects, tasks and tags that were deleted meanwhile. */
export const restoreEntries =
  (item: TrashRow, now: number): DeleteStep =>
  async (db, limit) => {
    let count = 0
    while (count < limit) {
      const rows = await takeRows(db, item, 'time_entries', MAX_ENTRIES)
      if (rows.length === 0) break
      const entries = rows.map(({ content }) => JSON.parse(content) as TrashedEntry)
      const created = await insertEntries(db, item.user_id, entries)
      if (item.kind === 'time-entries') await recordCreated(db, item.user_id, created, now)
      await deleteTrashRows(
        item,
        'time_entries',
        rows.map(({ id }) => id),
        db,
      )
      const restored = entries.reduce((sum, { segments, tags }) => sum + 1 + segments.length + tags.length, 0)
      count += restored * DELETES_PER_RESTORE
    }
    return count
  }

async function insertEntries(db: Db, userId: string, given: readonly TrashedEntry[]) {
  const existing = await listExisting(db, userId, given)
  // An entry that exists again stays as it is.
  const entries = given.filter(({ id }) => !existing.ids.has(id))
  if (entries.length === 0) return []
  const projects = await ensureRecords(db, userId, 'projects', idsIn(entries, 'project_id'))
  const tasks = await ensureRecords(db, userId, 'tasks', idsIn(entries, 'task_id'))
  const taskProjects = await listTaskProjects(db, userId, [...tasks.values()])
  const tagIds = await ensureRecords(db, userId, 'tags', [...new Set(entries.flatMap(({ tags }) => tags))])
  const rows = entries.map(({ segments: _segments, tags: _tags, override: _override, ...row }) => {
    const isTaskOfProject = taskProjects.get(row.task_id ?? '') === row.project_id
    return {
      ...row,
      project_id: assertFound(projects.get(row.project_id), 'projectNotFound'),
      task_id: isTaskOfProject ? row.task_id : null,
      focus_session_key: existing.keys.has(row.focus_session_key) ? null : row.focus_session_key,
    }
  })
  await insertMissing(db, 'time_entries', rows)
  await insertRows(
    db,
    'time_entry_segments',
    entries.flatMap(({ id, segments }) =>
      segments.map(([started_at, ended_at]) => ({ user_id: userId, entry_id: id, started_at, ended_at })),
    ),
  )
  await insertRows(
    db,
    'time_entry_tags',
    entries.flatMap(({ id, tags }) =>
      idsThatExist(tags, tagIds).map((tag_id) => ({ user_id: userId, entry_id: id, tag_id })),
    ),
  )
  await restoreOverrides(
    db,
    userId,
    entries.filter((entry) => !existing.keys.has(entry.focus_session_key)),
  )
  return rows.map(({ id }) => id)
}

/** Those of a project or an import have no events of their own, because there may be any number. */
async function recordCreated(db: Db, userId: string, ids: readonly string[], now: number) {
  if (ids.length === 0 || (await findWantedEvents(db, userId)) === null) return
  const entries = await listTimeEntriesByIds(db, userId, ids)
  await recordEvents(
    db,
    userId,
    now,
    entries.map((data) => ({ type: 'time_entry.created', data })),
  )
}

const idsThatExist = (tags: readonly string[], ids: Map<string, string>) => [
  ...new Set(tags.flatMap((tag) => ids.get(tag) ?? [])),
]

/** The ids of these entries, and the focus sessions, that exist again. */
async function listExisting(db: Db, userId: string, entries: readonly TrashedEntry[]) {
  const own = db.selectFrom('time_entries').where('user_id', '=', userId)
  const keys = idsIn(entries, 'focus_session_key')
  const withId = await own
    .select('id')
    .where(isOneOf(db, 'id', idsIn(entries, 'id')))
    .execute()
  const withKey =
    keys.length === 0
      ? []
      : await own
          .select('focus_session_key')
          .where(isOneOf(db, 'focus_session_key', keys))
          .execute()
  return { ids: new Set(withId.map(({ id }) => id)), keys: new Set(withKey.map((row) => row.focus_session_key)) }
}

async function listTaskProjects(db: Db, userId: string, tasks: readonly string[]) {
  if (tasks.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'project_id'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', tasks))
    .execute()
  return new Map(rows.map((row) => [row.id, row.project_id]))
}

/** The timer takes care of the entries again, except those that the user had edited. */
async function restoreOverrides(db: Db, userId: string, entries: readonly TrashedEntry[]) {
  const edited = entries.filter(({ override }) => override === 'edited')
  const untouched = entries.filter(({ override }) => override !== 'edited')
  const keysOf = (some: readonly TrashedEntry[]) => idsIn(some, 'focus_session_key')
  if (keysOf(untouched).length > 0)
    await db
      .deleteFrom('focus_session_overrides')
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'focus_session_key', keysOf(untouched)))
      .execute()
  if (keysOf(edited).length > 0)
    await db
      .updateTable('focus_session_overrides')
      .set({ kind: 'edited' })
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'focus_session_key', keysOf(edited)))
      .execute()
}
