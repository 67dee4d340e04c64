import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { claimLookup, findUserId, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { newId } from '#server/db/values.ts'

export type IdentityRow = Selectable<Schema['openid_identities']>

/** A person at a provider. The subject is unique for its issuer only. */
export interface Subject {
  issuer: string
  subject: string
}

const keyOf = ({ issuer, subject }: Subject) => `${issuer} ${subject}`

/** The identity that is linked to a user, whichever that is. */
export async function findIdentity(db: Db, { issuer, subject }: Subject): Promise<IdentityRow | undefined> {
  const userId = await findUserId(db, { kind: 'openid', key: keyOf({ issuer, subject }) })
  if (userId === undefined) return undefined
  const identity = await findIdentityOfIssuer(db, userId, issuer)
  return identity?.subject === subject ? identity : undefined
}

export async function findIdentityOfIssuer(db: Db, userId: string, issuer: string): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('openid_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.selectFrom('openid_identities').selectAll().where('user_id', '=', userId).orderBy('linked_at').execute()
}

/** Links an identity in a transaction. Undefined if it belongs to another user. The user has none of this issuer yet. */
export async function insertIdentity(
  db: Db,
  userId: string,
  { issuer, subject, label }: Subject & { label: string },
  now: number,
): Promise<IdentityRow | undefined> {
  if (!(await claimLookup(db, { kind: 'openid', key: keyOf({ issuer, subject }), userId }))) return undefined
  const times = { linked_at: now, used_at: now }
  return db
    .insertInto('openid_identities')
    .values({ user_id: userId, id: newId(now), issuer, subject, label, ...times })
    .returningAll()
    .executeTakeFirst()
}

export async function recordIdentityUse(db: Db, { user_id, id }: IdentityRow, label: string, now: number) {
  await db
    .updateTable('openid_identities')
    .set({ used_at: now, label })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteIdentity(db: Db, identity: IdentityRow) {
  await releaseLookup(db, { kind: 'openid', key: keyOf(identity), userId: identity.user_id })
  await db
    .deleteFrom('openid_identities')
    .where('user_id', '=', identity.user_id)
    .where('id', '=', identity.id)
    .execute()
}

/** Unlinks the identity that a security mail was about, unless that has happened already. */
export async function deleteIdentityById(db: Db, userId: string, id: string) {
  const identity = (await listIdentities(db, userId)).find((one) => one.id === id)
  if (identity !== undefined) await deleteIdentity(db, identity)
}

/** Called where every credential of an account is replaced: an intruder may have linked an identity. */
export async function deleteIdentities(db: Db, userId: string) {
  for (const identity of await listIdentities(db, userId)) await deleteIdentity(db, identity)
}
