import { name } from '#contract/fields.ts'
import { validate } from '#contract/validate.ts'
import { resolveGoogleSignIn } from '#core/accounts/google-sign-in.ts'
import type { RegistrationPolicy } from '#core/accounts/registration.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { takeOverAccount } from '#server/features/users/credentials/take-over.ts'
import { isReserved } from '#server/features/users/email-recovery/restore-links.ts'
import { recordNonceUse } from '#server/features/users/one-time-tokens.ts'
import {
  findUserByEmail,
  findUserByGoogleSubject,
  insertUser,
  updateUser,
  type UserRow,
} from '#server/features/users/queries.ts'
import { admitUser } from '#server/features/users/registration/admission.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import type { GoogleProfile } from './google-sign-in.ts'

interface GoogleSignInAttempt {
  profile: GoogleProfile
  /** The account with the same address whose password the caller has sent. */
  owner: UserRow | undefined
  /** The secret of the invitation link that the caller came by. */
  invitation: string | undefined
  registration: RegistrationPolicy
}

interface GoogleAccount {
  user: UserRow
  endedSessions?: string[]
  /** Google now opens an account that existed before. */
  isLinked?: boolean
  isNew?: boolean
}

/**
 * Returns the account for a Google sign-in: the known one, a new one, or that with the same address, which is linked.
 * An account whose address was never verified is taken over.
 */
export async function findOrCreateGoogleAccount(
  db: Db,
  signIn: GoogleSignInAttempt,
  now: number,
): Promise<GoogleAccount> {
  const { profile } = signIn
  const known = await findUserByGoogleSubject(db, profile.subject)
  const account: GoogleAccount = known
    ? { user: requireUnchanged(await lockAuthenticatedUser(db, known)) }
    : await linkOrCreateAccount(db, signIn, now)
  const isFirstUse = await recordNonceUse(db, profile.nonce, account.user.id, now)
  if (!isFirstUse) throw new Refusal('unauthenticated', 'googleFailed')
  return account
}

/**
 * The account that a Google sign-in would open as it is, and whose second factor counts. Undefined for a new account, for
 * one that is taken over and loses its factors, and for one whose password is asked for first.
 */
export async function findAccountToOpen(db: Db, profile: GoogleProfile, owner: UserRow | undefined) {
  const known = await findUserByGoogleSubject(db, profile.subject)
  if (known !== undefined) return known
  const existing = await findUserByEmail(db, profile.email)
  const decision = existing && decide(profile, existing)
  return decision === 'link' || (decision === 'ask-password' && owner?.id === existing?.id) ? existing : undefined
}

const decide = (profile: GoogleProfile, existing: UserRow) =>
  resolveGoogleSignIn(profile, { googleSubject: existing.google_subject, isVerified: existing.verified_at !== null })

async function linkOrCreateAccount(db: Db, signIn: GoogleSignInAttempt, now: number): Promise<GoogleAccount> {
  const { profile, owner } = signIn
  const found = await findUserByEmail(db, profile.email)
  if (found === undefined) return { user: await createAccount(db, signIn, now), isNew: true }
  const existing = requireUnchanged(await lockAuthenticatedUser(db, found))

  const decision = decide(profile, existing)
  if (decision === 'take-over') return takeOver(db, existing, profile, now)
  const isOwner = owner?.id === existing.id && (await lockAuthenticatedUser(db, owner)) !== undefined
  if (decision === 'ask-password' && !isOwner) throw new Refusal('conflict', 'googleNeedsPassword')
  await cancelPendingChanges(db, existing, now)
  const change = { google_subject: profile.subject, picture: profile.picture ?? existing.picture }
  return { user: requireUnchanged(await updateUser(db, existing.id, change, now)), isLinked: true }
}

async function createAccount(db: Db, { profile, registration, invitation }: GoogleSignInAttempt, now: number) {
  const id = newId(now)
  const admission = await admitUser(db, registration, { userId: id, email: profile.email, invitation }, now)
  const verification = profile.isAuthoritative ? { verified_at: now } : { verification_requested_at: now }
  const { subject: google_subject, email, picture } = profile
  const draft = { id, name: displayNameOf(profile), email, picture, google_subject, ...verification, ...admission }
  const user = requireUnchanged(await insertUser(db, draft, now))
  if (await isReserved(db, user.email, id, now)) throw new Refusal('conflict', 'emailTaken')
  if (!profile.isAuthoritative)
    await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: 'en' }, now)
  return user
}

async function takeOver(db: Db, existing: UserRow, profile: GoogleProfile, now: number): Promise<GoogleAccount> {
  const change = { name: displayNameOf(profile), picture: profile.picture, google_subject: profile.subject }
  const { user, endedSessions } = await takeOverAccount(db, existing, change, now)
  return { user: requireUnchanged(user), endedSessions }
}

/** Throws a conflict if another request has created, changed or deleted the account meanwhile. */
function requireUnchanged(user: UserRow | undefined) {
  if (user === undefined) throw new Refusal('conflict', 'conflict')
  return user
}

/** The name that Google has, if it is valid here; otherwise the local part of the address. */
function displayNameOf({ name: given, email }: GoogleProfile) {
  const parsed = validate(name(), given)
  return parsed.ok ? parsed.data : email.slice(0, email.indexOf('@')).slice(0, 100)
}
