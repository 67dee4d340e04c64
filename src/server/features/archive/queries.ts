import type { RestoreState } from '#contract/files/archive.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'

/** A restore that has written nothing for this time was interrupted: a page of lines takes far less on a busy server. */
const MAX_INACTIVE_MS = MINUTE_MS

export async function startRestore(db: Db, userId: string, { lines, now }: { lines: number; now: number }) {
  const row = { lines, done_lines: 0, started_at: now, active_at: now, finished_at: null }
  await db
    .insertInto('archive_restores')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export async function addDoneLines(db: Db, userId: string, { lines, now }: { lines: number; now: number }) {
  await db
    .updateTable('archive_restores')
    .set((row) => ({ done_lines: row('done_lines', '+', lines), active_at: now }))
    .where('user_id', '=', userId)
    .execute()
}

export const finishRestore = (db: Db, userId: string, now: number) => updateRestore(db, userId, { finished_at: now })

export const markRestoreInterrupted = (db: Db, userId: string) => updateRestore(db, userId, { active_at: 0 })

async function updateRestore(db: Db, userId: string, change: { finished_at: number } | { active_at: number }) {
  await db.updateTable('archive_restores').set(change).where('user_id', '=', userId).execute()
}

export async function hasEntries(db: Db, userId: string) {
  const entry = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

export async function findRestore(db: Db, userId: string, now: number): Promise<RestoreState | null> {
  const row = await db.selectFrom('archive_restores').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return null
  return {
    isRunning: row.finished_at === null && now - row.active_at < MAX_INACTIVE_MS,
    isFinished: row.finished_at !== null,
    startedAt: toIsoTime(row.started_at),
    lines: row.lines,
    doneLines: row.done_lines,
  }
}
