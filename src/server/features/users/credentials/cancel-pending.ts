import type { Db } from '#server/db/connect.ts'
import { revokeTokens } from '#server/features/users/one-time-tokens.ts'
import { updateUser, type UserRow } from '#server/features/users/queries.ts'
import { forgetNetworks } from './known-networks.ts'

/**
 * Cancels a pending change of the address and every mailed link. Called with each change of a credential and when the
 * user signs out everywhere: an intruder may have requested them. The links that take back an earlier address stay
 * valid, because an intruder who changes the password must not void those of the owner.
 */
export async function cancelPendingChanges(db: Db, { id, email }: UserRow, now: number) {
  await revokeTokens(db, id, ['reset', 'verify'])
  await forgetNetworks(db, id)
  await deleteQueuedResets(db, email)
  return updateUser(db, id, { pending_email: null, verification_requested_at: null }, now)
}

/** Their links are created when they are sent. */
export async function deleteQueuedResets(db: Db, email: string) {
  await db.deleteFrom('emails').where('kind', '=', 'reset').where('email', '=', email).execute()
}
