import { name } from '#contract/fields.ts'
import { validate } from '#contract/validate.ts'
import { GOOGLE_ISSUER, resolveOpenidSignIn } from '#core/accounts/openid-sign-in.ts'
import type { RegistrationPolicy } from '#core/accounts/registration.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { decideAdministratorByGroup } from '#server/features/users/administration/accounts.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { takeOverAccount } from '#server/features/users/credentials/take-over.ts'
import { isReserved } from '#server/features/users/email-recovery/restore-links.ts'
import { recordNonceUse } from '#server/features/users/one-time-tokens.ts'
import {
  findUserByEmail,
  findUserByGoogleSubject,
  insertUser,
  lockUser,
  type UserRow,
} from '#server/features/users/queries.ts'
import { admitUser, rejectUninvited } from '#server/features/users/registration/admission.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import {
  findIdentity,
  findIdentityOfIssuer,
  type IdentityRow,
  insertIdentity,
  recordIdentityUse,
} from './identities.ts'
import type { OpenidProfile } from './provider.ts'

interface OpenidSignIn {
  profile: OpenidProfile
  /** The secret of the invitation link that the caller came by. */
  invitation: string | undefined
  registration: RegistrationPolicy
}

interface OpenidAccount {
  user: UserRow
  isNew?: boolean
  /** The identity that was linked to an account that existed before. */
  linked?: IdentityRow
  endedSessions?: string[]
}

/** Returns the account for a sign-in at a provider: the linked one, a new one, or that with the same address. */
export async function findOrCreateAccount(db: Db, signIn: OpenidSignIn, now: number): Promise<OpenidAccount> {
  const { profile } = signIn
  const account = (await findLinkedAccount(db, profile, now)) ?? (await linkOrCreateAccount(db, signIn, now))
  await consumeNonce(db, profile, account.user.id, now)
  return { ...account, user: await decideAdministrator(db, account.user, profile, now) }
}

/** If the operator has named a group, the provider decides at each sign-in who is an administrator. */
async function decideAdministrator(db: Db, user: UserRow, { isAdministrator }: OpenidProfile, now: number) {
  if (isAdministrator === undefined) return user
  return requireUnchanged(await decideAdministratorByGroup(db, user, isAdministrator, now))
}

/** Links an identity to the account of a signed-in user. */
export async function linkIdentity(db: Db, profile: OpenidProfile, userId: string, now: number) {
  await consumeNonce(db, profile, userId, now)
  const linked = await findIdentityOfIssuer(db, userId, profile.issuer)
  if (linked?.subject === profile.subject) return { identity: linked, isNew: false }
  if (linked !== undefined) throw new Refusal('conflict', 'openidAlreadyLinked')
  return { identity: await insertOwnIdentity(db, profile, userId, now), isNew: true }
}

async function consumeNonce(db: Db, { nonce }: OpenidProfile, userId: string, now: number) {
  if (!(await recordNonceUse(db, nonce, userId, now))) throw new Refusal('invalid', 'openidFailed')
}

async function findLinkedAccount(db: Db, profile: OpenidProfile, now: number): Promise<OpenidAccount | undefined> {
  const found = await findIdentity(db, profile)
  if (found === undefined) return findGoogleAccount(db, profile, now)
  const user = requireUnchanged(await lockUser(db, found.user_id))
  // It may have been unlinked before the user was locked.
  const identity = requireUnchanged(await findIdentity(db, profile))
  await recordIdentityUse(db, identity, labelOf(profile), now)
  return { user }
}

/** A site that had Google's own button keeps its accounts when Google becomes one of its providers. */
async function findGoogleAccount(db: Db, profile: OpenidProfile, now: number): Promise<OpenidAccount | undefined> {
  if (profile.issuer !== GOOGLE_ISSUER) return undefined
  const found = await findUserByGoogleSubject(db, profile.subject)
  if (found === undefined) return undefined
  const user = requireUnchanged(await lockAuthenticatedUser(db, found))
  // Google's button asks for the second factor, so a first sign-in with Google as a provider does not go around it.
  if (user.two_factor_at !== null) throw new Refusal('conflict', 'openidSignInFirst')
  const linked = await insertOwnIdentity(db, profile, user.id, now)
  return { user, linked }
}

async function linkOrCreateAccount(db: Db, signIn: OpenidSignIn, now: number): Promise<OpenidAccount> {
  const { profile } = signIn
  const { email } = profile
  await rejectUnproved(db, signIn, now)
  const found = email === undefined ? undefined : await findUserByEmail(db, email)
  const existing = found && requireUnchanged(await lockAuthenticatedUser(db, found))
  const decision = resolveOpenidSignIn(
    profile,
    existing && {
      isVerified: existing.verified_at !== null,
      hasOtherIdentity: (await findIdentityOfIssuer(db, existing.id, profile.issuer)) !== undefined,
      hasSecondFactor: existing.two_factor_at !== null,
    },
  )
  if (decision === 'sign-in-first') throw new Refusal('conflict', 'openidSignInFirst')
  if (email === undefined) throw new Refusal('invalid', 'openidNoEmail')
  if (existing === undefined) return { user: await createAccount(db, email, signIn, now), isNew: true }

  if (decision === 'link') await cancelPendingChanges(db, existing, now)
  const taken =
    decision === 'take-over' &&
    (await takeOverAccount(db, existing, { name: displayNameOf(profile.name, email), picture: null }, now))
  const linked = await insertOwnIdentity(db, profile, existing.id, now)
  const user = requireUnchanged(await lockUser(db, existing.id))
  return { user, linked, ...(taken && { endedSessions: taken.endedSessions }) }
}

/**
 * Anybody can claim an address that the provider has not verified. Where they may not register, the reply is the same
 * whether the address has an account or not.
 */
async function rejectUnproved(db: Db, { profile, registration, invitation }: OpenidSignIn, now: number) {
  const { email, isEmailVerified } = profile
  if (email === undefined || isEmailVerified) return
  await rejectUninvited(db, registration, { email, invitation }, now).catch((error: unknown) => {
    throw invitation === undefined && error instanceof Refusal ? new Refusal('forbidden', 'openidNotLinked') : error
  })
}

async function createAccount(db: Db, email: string, { profile, registration, invitation }: OpenidSignIn, now: number) {
  const id = newId(now)
  const admission = await admitUser(db, registration, { userId: id, email, invitation }, now)
  const { isEmailVerified } = profile
  const verification = isEmailVerified ? { verified_at: now } : { verification_requested_at: now }
  const draft = { id, name: displayNameOf(profile.name, email), email, ...verification, ...admission }
  const user = requireUnchanged(await insertUser(db, draft, now))
  if (await isReserved(db, user.email, id, now)) throw new Refusal('conflict', 'emailTaken')
  await insertOwnIdentity(db, profile, id, now)
  if (!isEmailVerified) await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: 'en' }, now)
  return user
}

async function insertOwnIdentity(db: Db, profile: OpenidProfile, userId: string, now: number) {
  const { issuer, subject } = profile
  const identity = await insertIdentity(db, userId, { issuer, subject, label: labelOf(profile) }, now)
  if (identity === undefined) throw new Refusal('conflict', 'openidTaken')
  return identity
}

/** How the user recognizes the account at the provider. */
const labelOf = ({ email, subject }: OpenidProfile) => email ?? subject

/** Throws a conflict if another request has changed it meanwhile. */
function requireUnchanged<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal('conflict', 'conflict')
  return value
}

/** The name that the provider has, if it is valid here; otherwise the local part of the address. */
function displayNameOf(given: string, email: string) {
  const parsed = validate(name(), given)
  return parsed.ok ? parsed.data : email.slice(0, email.indexOf('@')).slice(0, 100)
}
