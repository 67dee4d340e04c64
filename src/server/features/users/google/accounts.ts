import { randomBytes } from 'node:crypto'
import { name } from '#contract/fields.ts'
import { validate } from '#contract/validate.ts'
import { welcomeFromGoogle } from '#core/google-account.ts'
import { uuidV7 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import type { GoogleProfile } from './google-sign-in.ts'
import { lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import {
  findUserByEmail,
  findUserByGoogleSubject,
  insertUser,
  updateUser,
  type UserRow,
} from '#server/features/users/queries.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { recordNonceUse, revokeTokens } from '#server/features/users/one-time-tokens.ts'

interface GoogleAccount {
  user: UserRow
  endedSessions?: string[]
}

/** The account of somebody who came by Google: known, new, linked, or taken over from whoever made it in their name. */
export async function findOrCreateGoogleAccount(
  db: Db,
  profile: GoogleProfile,
  owner: UserRow | undefined,
  now: number,
): Promise<GoogleAccount> {
  const known = await findUserByGoogleSubject(db, profile.subject)
  const admission = known
    ? { user: requireUnchanged(await lockAuthenticatedUser(db, known)) }
    : await linkOrCreateAccount(db, profile, owner, now)
  const isFirstUse = await recordNonceUse(db, profile.nonce, admission.user.id, now)
  if (!isFirstUse) throw new Refusal('unauthenticated', 'googleFailed')
  return admission
}

async function linkOrCreateAccount(
  db: Db,
  profile: GoogleProfile,
  owner: UserRow | undefined,
  now: number,
): Promise<GoogleAccount> {
  const found = await findUserByEmail(db, profile.email)
  if (found === undefined) return { user: await createAccount(db, profile, now) }
  const namesake = requireUnchanged(await lockAuthenticatedUser(db, found))

  const welcome = welcomeFromGoogle(profile, {
    googleSubject: namesake.google_subject,
    isVerified: namesake.verified_at !== null,
  })
  if (welcome === 'take-over') return takeOver(db, namesake, profile, now)
  const isOwner = owner?.id === namesake.id && (await lockAuthenticatedUser(db, owner)) !== undefined
  if (welcome === 'ask-password' && !isOwner) throw new Refusal('conflict', 'googleNeedsPassword')
  const change = { google_subject: profile.subject, picture: profile.picture ?? namesake.picture }
  return { user: requireUnchanged(await updateUser(db, namesake.id, change, now)) }
}

async function createAccount(db: Db, profile: GoogleProfile, now: number) {
  const id = uuidV7(now, randomBytes(10))
  const verification = profile.isAuthoritative ? { verified_at: now } : { verification_requested_at: now }
  const { subject: google_subject, email, picture } = profile
  const newcomer = { id, name: displayNameOf(profile), email, picture, google_subject, ...verification }
  const user = requireUnchanged(await insertUser(db, newcomer, now))
  if (!profile.isAuthoritative)
    await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: 'en' }, now)
  return user
}

/** Whoever made the account never proved the address, so nothing they left may open it any more. */
async function takeOver(db: Db, namesake: UserRow, profile: GoogleProfile, now: number): Promise<GoogleAccount> {
  const change = {
    name: displayNameOf(profile),
    picture: profile.picture,
    google_subject: profile.subject,
    password_hash: null,
    pending_email: null,
    verified_at: now,
  }
  const user = requireUnchanged(await updateUser(db, namesake.id, change, now))
  await revokeTokens(db, user.id, ['reset', 'verify'])
  return { user, endedSessions: await endSessions(db, user.id) }
}

/** Another call has made, changed or deleted the account in the same moment. */
function requireUnchanged(user: UserRow | undefined) {
  if (user === undefined) throw new Refusal('conflict', 'conflict')
  return user
}

/** Google's name for somebody, if it is one that we accept. */
function displayNameOf({ name: given, email }: GoogleProfile) {
  const verdict = validate(name(), given)
  return verdict.ok ? verdict.data : email.slice(0, email.indexOf('@')).slice(0, 100)
}
