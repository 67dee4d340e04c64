import type { InvitationState } from '#core/accounts/registration.ts'
import { invitationStateOf } from '#core/accounts/registration.ts'
import type { Db } from '#server/db/connect.ts'
import { hashOf } from '#server/features/users/one-time-tokens.ts'

/** The state of an invitation, by the secret of its link. */
export async function findInvitationState(db: Db, token: string | undefined, now: number): Promise<InvitationState> {
  if (token === undefined || token === '') return 'missing'
  const invitation = await db
    .selectFrom('invitations')
    .select(['expires_at as expiresAt', 'uses', 'max_uses as maxUses'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  return invitationStateOf(invitation, now)
}

/** Uses an invitation once more. Returns false if it has expired or was used up. Of concurrent callers the last may fail. */
export async function countInvitationUse(db: Db, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set((row) => ({ uses: row('uses', '+', 1) }))
    .where('hash', '=', hashOf(token))
    .whereRef('uses', '<', 'max_uses')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
