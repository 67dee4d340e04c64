import type { Updateable } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { deleteIdentities } from '#server/features/users/openid/identities.ts'
import { removeTwoFactor, updateUser, type UserRow } from '#server/features/users/queries.ts'
import { cancelPendingChanges } from './cancel-pending.ts'
import { endAccess } from './end-access.ts'

/**
 * Gives an account whose address was never verified to the owner of the address, as a provider has proved it. The account's
 * creator never did, so all of their credentials and sessions are removed.
 */
export async function takeOverAccount(db: Db, existing: UserRow, columns: Updateable<Schema['users']>, now: number) {
  await cancelPendingChanges(db, existing, now)
  await deleteIdentities(db, existing.id)
  await removeTwoFactor(db, existing.id)
  const change = { google_subject: null, ...columns, password_hash: null, verified_at: now }
  const user = await updateUser(db, existing.id, change, now)
  return { user, endedSessions: await endAccess(db, existing.id) }
}
