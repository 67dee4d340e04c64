import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'

interface TrackedTime {
  id?: string
  project: string
  task?: string
  tags?: string[]
  /** Segments as ISO times: several if there were pauses. */
  worked: [from: string, to: string][]
  /** The planned length, if it was a focus session. */
  plannedMs?: number
}

/** Inserts a finished time entry. */
export async function trackTime(db: Db, userId: string, tracked: TrackedTime) {
  const { project, task, tags = [], worked } = tracked
  const segments = worked.map(([from, to]) => ({ started_at: Date.parse(from), ended_at: Date.parse(to) }))
  const key = { user_id: userId, entry_id: tracked.id ?? newId(segments[0]!.started_at) }
  await db
    .insertInto('time_entries')
    .values({
      user_id: userId,
      id: key.entry_id,
      project_id: project,
      task_id: task ?? null,
      started_at: segments[0]!.started_at,
      ended_at: segments.at(-1)!.ended_at,
      duration_ms: segments.reduce((sum, { started_at, ended_at }) => sum + ended_at - started_at, 0),
      notes: '',
      focus_session_key: tracked.plannedMs === undefined ? null : `${key.entry_id}#1`,
      planned_ms: tracked.plannedMs ?? null,
      zone: null,
      created_at: 0,
      updated_at: 0,
    })
    .execute()
  for (const segment of segments)
    await db
      .insertInto('time_entry_segments')
      .values({ ...key, ...segment })
      .execute()
  for (const tag_id of tags)
    await db
      .insertInto('time_entry_tags')
      .values({ ...key, tag_id })
      .execute()
  return key.entry_id
}
