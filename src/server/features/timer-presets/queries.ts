import type { Selectable } from 'kysely'
import type { TimerPreset, TimerPresetChange, TimerPresetDraft } from '#contract/timer-presets.ts'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { byName } from '#core/text/by-name.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { moveRecordToTrash } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'

/** All presets, including the timer's settings, which clients of the specification look for among them. */
export async function listTimerPresets(db: Db, userId: string) {
  const rows = await selectTimerPresets(db, userId).execute()
  return rows.map(toJson).toSorted(byName)
}

export async function findTimerPreset(db: Db, userId: string, id: string) {
  const row = await selectTimerPresets(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

/** The preset that stores the timer's default settings. */
export async function findDefaultSettings(db: Db, userId: string) {
  const row = await selectTimerPresets(db, userId).where('name', '=', DEFAULT_SETTINGS_NAME).executeTakeFirst()
  return row && toJson(row)
}

export async function insertTimerPreset(db: Db, userId: string, preset: WithId<TimerPresetDraft>, now: number) {
  const { workDuration: work_minutes, breakDuration: break_minutes, ...fields } = preset
  const row = await db
    .insertInto('timer_presets')
    .values({ ...fields, work_minutes, break_minutes, user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateTimerPreset(db: Db, userId: string, change: WithId<TimerPresetChange>, now: number) {
  const { id, workDuration: work_minutes, breakDuration: break_minutes, ...fields } = change
  const row = await db
    .updateTable('timer_presets')
    .set({ ...fields, work_minutes, break_minutes, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

export const deleteTimerPreset = (db: Db, removal: ItemRemoval) =>
  moveRecordToTrash(db, 'timer_presets', { ...removal, kind: 'timer-preset' })

const selectTimerPresets = (db: Db, userId: string) =>
  db.selectFrom('timer_presets').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['timer_presets']>): TimerPreset {
  return {
    id: row.id,
    name: row.name,
    workDuration: row.work_minutes,
    breakDuration: row.break_minutes,
    repetitions: row.repetitions,
    user: row.user_id,
    ...timestampsOf(row),
  }
}
