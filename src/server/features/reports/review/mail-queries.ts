import { nextMondayMorning } from '#core/goals/review-mail-time.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { isLanguage } from '#core/language.ts'
import { Formats } from '#contract/users.ts'

export async function hasReviewMail(db: Db, userId: string) {
  const row = await db
    .selectFrom('week_review_mails')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteReviewMail = (db: Db, userId: string) =>
  db.deleteFrom('week_review_mails').where('user_id', '=', userId).executeTakeFirst()

/** Mails the review of each week. The zone is that of the device, for users who have not chosen one. */
export async function upsertReviewMail(db: Db, userId: string, { zone, now }: { zone: string; now: number }) {
  const user = await findRecipient(db, userId)
  const due_at = nextMondayMorning(now, user?.formats.timeZone ?? zone)
  await db
    .insertInto('week_review_mails')
    .values({ user_id: userId, zone, due_at })
    .onConflict((known) => known.column('user_id').doUpdateSet({ zone, due_at }))
    .execute()
}

/** The user with the formats and the zone of the review; undefined if there is none, or if the user is disabled. */
export async function findRecipient(db: Db, userId: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('week_review_mails as mail', 'mail.user_id', 'users.id')
    .select(['users.email', 'users.verified_at', 'users.preferred_language', 'users.formats', 'mail.zone'])
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const formats = row.formats === null ? undefined : Formats.safeParse(JSON.parse(row.formats)).data
  return {
    email: row.email,
    isVerified: row.verified_at !== null,
    language: isLanguage(row.preferred_language) ? row.preferred_language : ('en' as const),
    zone: row.zone,
    formats: { timeZone: formats?.timeZone ?? null, weekStart: formats?.weekStart ?? ('monday' as const) },
  }
}

/** Queues some of the mails that are due, each once however many servers do this. An address that is not verified gets none. */
export async function enqueueDueReviews(db: Db, now: number) {
  const due = await db
    .selectFrom('week_review_mails')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(MAX_AT_ONCE)
    .execute()
  for (const { user_id: userId, zone, due_at } of due)
    await transact(db, async (db) => {
      const recipient = await findRecipient(db, userId)
      const claimed = await db
        .updateTable('week_review_mails')
        .set({ due_at: nextMondayMorning(now, recipient?.formats.timeZone ?? zone) })
        .where('user_id', '=', userId)
        // Another server may have claimed it meanwhile.
        .where('due_at', '=', due_at)
        .returning('user_id')
        .executeTakeFirst()
      if (claimed === undefined || recipient === undefined || !recipient.isVerified) return
      const { email, language } = recipient
      await enqueueEmail(db, { kind: REVIEW_EMAIL, userId, email, language }, now)
    })
}

export const REVIEW_EMAIL = 'week-review'
const MAX_AT_ONCE = 200
