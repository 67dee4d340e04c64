import type { MessageKey } from '#contract/messages/en.ts'
import {
  mayRegister,
  type RegistrationDecision,
  type RegistrationPolicy,
  type RegistrationRefusal,
} from '#core/accounts/registration.ts'
import type { Db } from '#server/db/connect.ts'
import { claimLookup } from '#server/db/sharding/user-lookups.ts'
import { Refusal } from '#server/errors.ts'
import { countInvitationUse, findInvitationState } from './invitations.ts'

/** Somebody who wants an account, by whichever way to sign in. */
interface Applicant {
  email: string
  /** The secret of the invitation link that they came by. */
  invitation?: string | undefined
}

const MESSAGES: Record<RegistrationRefusal, MessageKey> = {
  closed: 'registrationClosed',
  domain: 'registrationDomain',
  'invitation-missing': 'invitationNeeded',
  'invitation-unknown': 'invitationUnknown',
  'invitation-expired': 'invitationExpired',
  'invitation-used-up': 'invitationUsedUp',
}

export async function hasUsers(db: Db) {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

type Admission = { is_administrator: 0 | 1; must_verify: 0 | 1 }

async function decide(db: Db, policy: RegistrationPolicy, { email, invitation }: Applicant, facts: Facts) {
  const state = await findInvitationState(db, invitation, facts.now)
  return mayRegister(policy, { email, isFirst: facts.isFirst, invitation: state })
}

interface Facts {
  isFirst: boolean
  now: number
}

/** Throws a refusal if the applicant may not have an account. */
export async function rejectUninvited(db: Db, policy: RegistrationPolicy, applicant: Applicant, now: number) {
  rejectUnlessAllowed(await decide(db, policy, applicant, { isFirst: !(await hasUsers(db)), now }))
}

function rejectUnlessAllowed(decision: RegistrationDecision) {
  if (!decision.isAllowed) throw new Refusal('forbidden', MESSAGES[decision.reason])
  return decision
}

/**
 * Admits a new user, in the transaction that then inserts the user with the returned columns. The first user of a server
 * becomes administrator. Throws a refusal if the applicant may not have an account, or if others have used up the
 * invitation meanwhile.
 */
export async function admitUser(
  db: Db,
  policy: RegistrationPolicy,
  { userId, ...applicant }: Applicant & { userId: string },
  now: number,
): Promise<Admission> {
  // Of several first users, all but one wait here for the end of the other's transaction.
  const isFirst =
    !(await hasUsers(db)) && (await claimLookup(db, { kind: 'first-user', key: '', userId })) && !(await hasUsers(db))
  const decision = rejectUnlessAllowed(await decide(db, policy, applicant, { isFirst, now }))
  if (decision.usesInvitation && !(await countInvitationUse(db, applicant.invitation ?? '', now)))
    throw new Refusal('forbidden', 'invitationUsedUp')
  return { is_administrator: isFirst ? 1 : 0, must_verify: decision.mustVerify ? 1 : 0 }
}
