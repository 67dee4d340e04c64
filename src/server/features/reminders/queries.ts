import { Reminders } from '#contract/reminders/reminders.ts'
import type { SentReminders } from '#core/reminders/reminders.ts'
import type { Db } from '#server/db/connect.ts'

export async function findReminders(db: Db, userId: string): Promise<Reminders | null> {
  const user = await db.selectFrom('users').select('reminders').where('id', '=', userId).executeTakeFirst()
  return user?.reminders ? (Reminders.safeParse(JSON.parse(user.reminders)).data ?? null) : null
}

/** Stores the reminders. A server looks at once when the next one is due. */
export async function saveReminders(db: Db, userId: string, reminders: Reminders, now: number) {
  await db
    .updateTable('users')
    .set({ reminders: JSON.stringify(reminders) })
    .where('id', '=', userId)
    .execute()
  await scheduleReminders(db, userId, now)
}

export async function scheduleReminders(db: Db, userId: string, now: number) {
  await db
    .insertInto('reminder_schedule')
    .values({ user_id: userId, due_at: now, sent: '{}' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ due_at: now }))
    .execute()
}

/** The users whose reminders are to be looked at. */
export async function listDueReminders(db: Db, now: number, limit: number) {
  const rows = await db
    .selectFrom('reminder_schedule')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ user_id, due_at, sent }) => ({
    userId: user_id,
    dueAt: due_at!,
    sent: JSON.parse(sent) as SentReminders,
  }))
}

export type DueReminders = Awaited<ReturnType<typeof listDueReminders>>[number]

/** Records what is sent and the time of the next look. False if another server was faster: then that one sends. */
export async function takeReminders(
  db: Db,
  { userId, dueAt }: DueReminders,
  { sent, nextAt }: { sent: SentReminders; nextAt: number | null },
) {
  const taken = await db
    .updateTable('reminder_schedule')
    .set({ sent: JSON.stringify(sent), due_at: nextAt })
    .where('user_id', '=', userId)
    .where('due_at', '=', dueAt)
    .returning('user_id')
    .execute()
  return taken.length > 0
}

export async function hasWorkedSince(db: Db, userId: string, at: number) {
  const entry = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', '>', at)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
