import { createHash } from 'node:crypto'
import type { SubscriptionDraft } from '#contract/push.ts'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { assignLookup, findUserId, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import type { Session } from '#server/http/serve.ts'

/** The limit for each user. Beyond it, the oldest subscription is deleted. */
const MAX_SUBSCRIPTIONS = 20

export async function listSubscriptions(db: Db, userId: string) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, endpoint, p256dh, auth, language }) => ({
    id,
    endpoint,
    keys: { p256dh, auth },
    language: isLanguage(language) ? language : ('en' satisfies Language),
  }))
}

/** A subscription is identified by its endpoint, and belongs to the user and the session that sent it last. */
export async function upsertSubscription(db: Db, session: Session, draft: SubscriptionDraft, now: number) {
  const { endpoint, keys, language } = draft
  const id = hashEndpoint(endpoint)
  const fields = { session_id: session.id, endpoint, ...keys, language, created_at: now }
  const formerUserId = await findUserId(db, { kind: 'push', key: id })
  // Another user of the same browser may never have signed out: their notices must not appear in it any more.
  if (formerUserId !== undefined && formerUserId !== session.userId)
    await db.deleteFrom('push_subscriptions').where('user_id', '=', formerUserId).where('id', '=', id).execute()
  await assignLookup(db, { kind: 'push', key: id, userId: session.userId, expiresAt: session.expiresAt })
  await db
    .insertInto('push_subscriptions')
    .values({ user_id: session.userId, id, ...fields })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(fields))
    .execute()
  await deleteOldestSubscriptions(db, session.userId)
  return { endpoint, language }
}

async function deleteOldestSubscriptions(db: Db, userId: string) {
  const excess = (await listSubscriptions(db, userId)).slice(MAX_SUBSCRIPTIONS)
  for (const { endpoint } of excess) await deleteSubscription(db, userId, endpoint)
}

export async function deleteSubscription(db: Db, userId: string, endpoint: string) {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
  await releaseLookup(db, { kind: 'push', key: hashEndpoint(endpoint), userId })
}

const hashEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')
