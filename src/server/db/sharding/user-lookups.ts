import type { Db } from '#server/db/connect.ts'
import type { AccountTables } from '#server/db/schema/account-tables.ts'

/** Something that belongs to at most one user, and from which the user is found. */
type Lookup = Pick<AccountTables['user_lookups'], 'kind' | 'key'>

interface OwnedLookup extends Lookup {
  userId: string
  /** From then on the row has no effect. */
  expiresAt?: number
}

/** The user that a key leads to; undefined if there is none, or if the key has expired. */
export async function findUserId(db: Db, { kind, key }: Lookup, now = 0): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_lookups')
    .select(['user_id', 'expires_at'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined || (row.expires_at ?? Infinity) <= now ? undefined : row.user_id
}

const toRow = ({ kind, key, userId, expiresAt }: OwnedLookup) => ({
  kind,
  key,
  user_id: userId,
  expires_at: expiresAt ?? null,
})

/** Gives a key to a user. Returns false if it has a user already. Waits for a transaction that does the same. */
export async function claimLookup(db: Db, lookup: OwnedLookup): Promise<boolean> {
  const row = await db
    .insertInto('user_lookups')
    .values(toRow(lookup))
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a key to a user, whoever had it before. */
export async function assignLookup(db: Db, lookup: OwnedLookup) {
  const row = toRow(lookup)
  const { user_id, expires_at } = row
  await db
    .insertInto('user_lookups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ user_id, expires_at }))
    .execute()
}

export async function releaseLookup(db: Db, { kind, key, userId }: OwnedLookup) {
  await db
    .deleteFrom('user_lookups')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('user_id', '=', userId)
    .execute()
}

export async function releaseAllLookups(db: Db, userId: string) {
  await db.deleteFrom('user_lookups').where('user_id', '=', userId).execute()
}

export async function deleteExpiredLookups(db: Db, now: number) {
  await db.deleteFrom('user_lookups').where('expires_at', '<=', now).execute()
}
