import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { assignLookup, findUserId, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { createSecret, findUserIdOfToken, hashOf } from '#server/features/users/one-time-tokens.ts'
import type { UserRow } from '#server/features/users/queries.ts'

/** For this long, an address that was replaced can be taken back by its mailed link. */
const LIFETIME_MS = 7 * DAY_MS
const PURPOSE = 'restore'

const selectLinks = (db: Db, now: number) =>
  db.selectFrom('tokens').where('purpose', '=', PURPOSE).where('expires_at', '>', now)

/**
 * Allows the address that a user has until now to be restored, and reserves it. Later changes get a later expiry: the
 * order of the links is that of the changes.
 */
export async function createRestoreLink(db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>, now: number) {
  const newest = await selectLinks(db, now)
    .select((row) => row.fn.max('expires_at').as('expiresAt'))
    .where('user_id', '=', id)
    .executeTakeFirst()
  const expires_at = Math.max(now + LIFETIME_MS, (newest?.expiresAt ?? 0) + 1)
  // The mailed token replaces this one, which nobody knows, because the mail is sent later.
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(createSecret()), purpose: PURPOSE, user_id: id, email, expires_at })
    .execute()
  await assignLookup(db, { kind: 'reserved-email', key: email, userId: id, expiresAt: expires_at })
}

/** Creates the token of the newest link of an address. Undefined if the address cannot be restored any more. */
export async function issueRestoreToken(db: Db, userId: string, email: string, now: number) {
  const newest = await selectLinks(db, now)
    .select(['hash', 'expires_at'])
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return undefined
  const token = createSecret()
  await db
    .updateTable('tokens')
    .set({ hash: hashOf(token) })
    .where('user_id', '=', userId)
    .where('hash', '=', newest.hash)
    .execute()
  await assignLookup(db, { kind: 'token', key: hashOf(token), userId, expiresAt: newest.expires_at })
  return token
}

export async function findRestoreLink(db: Db, token: string, now: number) {
  const userId = await findUserIdOfToken(db, token)
  if (userId === undefined) return undefined
  return selectLinks(db, now)
    .select(['user_id as userId', 'email', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(token))
    .$narrowType<{ email: string }>()
    .executeTakeFirst()
}

/** When the user left the address of a link. */
export const changedAt = ({ expiresAt }: { expiresAt: number }) => expiresAt - LIFETIME_MS

/** Uses up a link, and revokes those of later changes. */
export async function redeemRestoreLink(db: Db, token: string, now: number) {
  const link = await findRestoreLink(db, token, now)
  if (link === undefined) return undefined
  const revoked = await revokeLinksSince(db, link, now)
  return revoked.includes(hashOf(token)) ? link : undefined
}

/**
 * Revokes the links of all changes since the user first left the address, and returns their hashes; none if the address
 * has no valid link. Links of earlier changes stay valid: if an intruder has changed the address twice, the first
 * address is the owner's.
 */
export async function revokeLinksSince(db: Db, { userId, email }: { userId: string; email: string }, now: number) {
  const oldest = selectLinks(db, now)
    .select((row) => row.fn.min('expires_at').as('expiresAt'))
    .where('user_id', '=', userId)
    .where('email', '=', email)
  const revoked = await db
    .deleteFrom('tokens')
    .where('purpose', '=', PURPOSE)
    .where('user_id', '=', userId)
    .where('expires_at', '>=', oldest)
    .returning(['hash', 'email'])
    .$narrowType<{ email: string }>()
    .execute()
  for (const { email } of revoked) await releaseLookup(db, { kind: 'reserved-email', key: email, userId })
  return revoked.map(({ hash }) => hash)
}

/**
 * Whether another account can take back the address. Nobody else may register it meanwhile, because that would prevent
 * the owner from taking it back.
 */
export async function isReserved(db: Db, email: string, userId: string, now: number) {
  const owner = await findUserId(db, { kind: 'reserved-email', key: email }, now)
  return owner !== undefined && owner !== userId
}
