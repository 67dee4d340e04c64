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
  const row = await db
    .insertInto('timer_presets')
    .values({ ...NO_LONG_BREAK, ...toColumns(preset), user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateTimerPreset(db: Db, userId: string, change: WithId<TimerPresetChange>, now: number) {
  const { id, ...columns } = toColumns(change)
  const row = await db
    .updateTable('timer_presets')
    .set({ ...columns, updated_at: now })
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

const NO_LONG_BREAK = { long_break_minutes: null, long_break_every: null }

/** The columns of a preset. Fields that a change leaves out stay undefined, and change nothing. */
function toColumns<Preset extends TimerPresetChange>({ workDuration, breakDuration, longBreak, ...same }: Preset) {
  const long = longBreak && { long_break_minutes: longBreak.duration, long_break_every: longBreak.every }
  return {
    ...same,
    work_minutes: workDuration as Preset['workDuration'],
    break_minutes: breakDuration as Preset['breakDuration'],
    ...(longBreak === null ? NO_LONG_BREAK : long),
  }
}

function toJson(row: Selectable<Schema['timer_presets']>): TimerPreset {
  return {
    id: row.id,
    name: row.name,
    workDuration: row.work_minutes,
    breakDuration: row.break_minutes,
    repetitions: row.repetitions,
    ...(row.long_break_minutes !== null &&
      row.long_break_every !== null && {
        longBreak: { duration: row.long_break_minutes, every: row.long_break_every },
      }),
    user: row.user_id,
    ...timestampsOf(row),
  }
}
