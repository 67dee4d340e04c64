import type { Confirmation } from '#contract/security/two-factor.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { reauthenticate } from '#server/features/users/credentials/authenticate.ts'
import { asInvalid, type Passkeys } from '#server/features/users/passkeys/passkeys.ts'
import { requireUser, type UserRow } from '#server/features/users/queries.ts'
import type { Services, Session } from '#server/http/serve.ts'

/** Requires the password, a passkey of the user or a recent sign-in. Returns the user. */
export type ConfirmIdentity = (session: Session, confirmation: Confirmation) => Promise<UserRow>

export function createConfirmIdentity(services: Services, passkeys: Passkeys): ConfirmIdentity {
  const { db } = services
  return async (session, { password, passkey }) => {
    const user = await requireUser(db, session)
    if (passkey === undefined || password !== undefined) {
      await reauthenticate(services, session, user, { password, field: 'password' })
      return user
    }
    const verified = await passkeys.verify(passkey).catch(asInvalid)
    if (verified.user.id !== user.id) throw new Refusal('invalid', 'passkeyFailed')
    await transact(db, (db) => passkeys.recordUse(db, verified)).catch(asInvalid)
    return user
  }
}
