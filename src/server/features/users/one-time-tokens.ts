import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { assignLookup, claimLookup, deleteExpiredLookups, findUserId } from '#server/db/sharding/user-lookups.ts'

export const VERIFICATION_LIFETIME_MS = 24 * HOUR_MS
const LIFETIMES_MS = { reset: HOUR_MS, verify: VERIFICATION_LIFETIME_MS }
type Purpose = keyof typeof LIFETIMES_MS

/**
 * The number of links that are valid at the same time. A stranger who requests a reset must not void the link that the
 * owner has just received, so all that can be mailed within an hour are valid.
 */
const MAX_VALID = { reset: 10, verify: 1 }

interface Owner {
  userId: string
  /** The address that the token was mailed to. The token proves that its user can read mail there. */
  email: string
}

/** Creates a secret for one purpose, and revokes the user's earlier ones beyond the number that may be valid. */
export async function issueToken(db: Db, purpose: Purpose, { userId, email }: Owner, now: number) {
  const token = createSecret()
  const [hash, expires_at] = [hashOf(token), now + LIFETIMES_MS[purpose]]
  const newest = db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('expires_at', 'desc')
    .limit(MAX_VALID[purpose] - 1)
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('hash', 'not in', newest)
    .execute()
  await db.insertInto('tokens').values({ hash, purpose, user_id: userId, email, expires_at }).execute()
  await assignLookup(db, { kind: 'token', key: hash, userId, expiresAt: expires_at })
  return token
}

/** Finds the owner of a valid token without using it up. */
export async function findToken(db: Db, purpose: Purpose, token: string, now: number): Promise<Owner | undefined> {
  const userId = await findUserIdOfToken(db, token)
  if (userId === undefined) return undefined
  return db
    .selectFrom('tokens')
    .select(['user_id as userId', 'email'])
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$narrowType<Owner>()
    .executeTakeFirst()
}

/** Uses up a token. Of several concurrent callers only one gets its owner. */
export async function redeemToken(db: Db, purpose: Purpose, token: string, now: number): Promise<Owner | undefined> {
  const userId = await findUserIdOfToken(db, token)
  if (userId === undefined) return undefined
  return db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'email'])
    .$narrowType<Owner>()
    .executeTakeFirst()
}

/** The user of a mailed token, which may have been used up or revoked. */
export const findUserIdOfToken = (db: Db, token: string) => findUserId(db, { kind: 'token', key: hashOf(token) })

/** Marks a nonce as used. Returns false if it was used before, by whichever user. */
export const recordNonceUse = (db: Db, nonce: string, userId: string, now: number) =>
  claimLookup(db, { kind: 'nonce', key: hashOf(nonce), userId, expiresAt: now + HOUR_MS })

export async function revokeTokens(db: Db, userId: string, purposes: Purpose[]) {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

export async function deleteExpiredTokens(db: Db, now: number) {
  await db.deleteFrom('tokens').where('expires_at', '<=', now).execute()
  await deleteExpiredLookups(db, now)
}

export const createSecret = () => randomBytes(32).toString('base64url')

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
