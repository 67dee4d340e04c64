import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { hashOf } from '#server/features/users/one-time-tokens.ts'
import { hasSessionOnNetwork } from '#server/features/users/sessions/sessions.ts'

const MAX_AGE_MS = 90 * DAY_MS
const PURPOSE = 'network'

/**
 * Remembers that the user has signed in from a network. Attacks on the account from other networks do not lock it there.
 * Only a hash is stored, so it lists no places.
 */
export async function rememberNetwork(db: Db, userId: string, network: string, now: number) {
  const expires_at = now + MAX_AGE_MS
  await db
    .insertInto('tokens')
    .values({ hash: keyOf(userId, network), purpose: PURPOSE, user_id: userId, email: null, expires_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ expires_at }))
    .execute()
}

/** Whether the user has a session on the network, or signed in from it before. */
export async function isKnownNetwork(db: Db, userId: string, network: string, now: number) {
  const remembered = db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', keyOf(userId, network))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  // Both are always asked, so that the duration is the same for a user who does not exist.
  const [row, hasSession] = await Promise.all([remembered, hasSessionOnNetwork(db, userId, network, now)])
  return row !== undefined || hasSession
}

export async function forgetNetworks(db: Db, userId: string) {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', PURPOSE).execute()
}

const keyOf = (userId: string, network: string) => hashOf(`${PURPOSE} ${userId} ${network}`)
