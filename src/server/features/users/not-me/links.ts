import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { assignLookup } from '#server/db/sharding/user-lookups.ts'
import { createSecret, findUserIdOfToken, hashOf } from '#server/features/users/one-time-tokens.ts'

/** For this long after an event, the link in its mail secures the account. */
const LIFETIME_MS = 7 * DAY_MS

const selectEvents = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('security_events')
    .where('user_id', '=', userId)
    .where('created_at', '>', now - LIFETIME_MS)

/** The event that a mail is about. Undefined once its link would have expired. */
export const findRecentEvent = (db: Db, userId: string, eventId: string, now: number) =>
  selectEvents(db, userId, now).selectAll().where('id', '=', eventId).executeTakeFirst()

/** Creates the token of the link in the mail about an event. A mail that is sent again gets another one. */
export async function issueEventToken(db: Db, event: { user_id: string; id: string; created_at: number }) {
  const token = createSecret()
  const hash = hashOf(token)
  const { user_id: userId, id, created_at } = event
  await db
    .updateTable('security_events')
    .set({ link_hash: hash })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await assignLookup(db, { kind: 'token', key: hash, userId, expiresAt: created_at + LIFETIME_MS })
  return token
}

/** Finds the event of a mailed link without using the link up. */
export async function findEventOfToken(db: Db, token: string, now: number) {
  const userId = await findUserIdOfToken(db, token)
  if (userId === undefined) return undefined
  return selectEvents(db, userId, now)
    .select(['user_id as userId', 'id', 'kind', 'subject'])
    .where('link_hash', '=', hashOf(token))
    .executeTakeFirst()
}

/** Uses up a mailed link. Of several concurrent callers only one gets its event. */
export async function redeemEventToken(db: Db, token: string, now: number) {
  const event = await findEventOfToken(db, token, now)
  if (event === undefined) return undefined
  const used = await db
    .updateTable('security_events')
    .set({ link_hash: null })
    .where('user_id', '=', event.userId)
    .where('id', '=', event.id)
    .where('link_hash', '=', hashOf(token))
    .returning('id')
    .executeTakeFirst()
  return used && event
}
