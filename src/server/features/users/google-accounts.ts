import { randomBytes } from 'node:crypto'
import { name } from '#contract/fields.ts'
import { validate } from '#contract/validate.ts'
import { welcomeFromGoogle } from '#core/google-account.ts'
import { uuidV7 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { postLetter } from '#server/mail/post.ts'
import type { GoogleProfile } from './google.ts'
import { findUserByEmail, findUserByGoogle, insertUser, updateUser, type UserRow } from './queries.ts'
import { endSessions } from './sessions.ts'
import { spendOnce, voidTokens } from './tokens.ts'

interface Admission {
  user: UserRow
  endedSessions?: string[]
}

/** The account of somebody who came by Google: known, new, linked, or taken over from whoever made it in their name. */
export async function admitFromGoogle(
  db: Db,
  profile: GoogleProfile,
  provenUserId: string | undefined,
  now: number,
): Promise<Admission> {
  const known = await findUserByGoogle(db, profile.subject)
  const admission = known ? { user: known } : await admitNewcomer(db, profile, provenUserId, now)
  const isFirstUse = await spendOnce(db, profile.nonce, admission.user.id, now)
  if (!isFirstUse) throw new Refusal('unauthenticated', 'googleFailed')
  return admission
}

async function admitNewcomer(
  db: Db,
  profile: GoogleProfile,
  provenUserId: string | undefined,
  now: number,
): Promise<Admission> {
  const namesake = await findUserByEmail(db, profile.email)
  if (namesake === undefined) return { user: await createAccount(db, profile, now) }

  const welcome = welcomeFromGoogle(profile, {
    googleSubject: namesake.google_subject,
    isVerified: namesake.verified_at !== null,
  })
  if (welcome === 'take-over') return takeOver(db, namesake, profile, now)
  if (welcome === 'ask-password' && provenUserId !== namesake.id) throw new Refusal('conflict', 'googleNeedsPassword')
  const change = { google_subject: profile.subject, picture: profile.picture ?? namesake.picture }
  return { user: unlessOvertaken(await updateUser(db, namesake.id, change, now)) }
}

async function createAccount(db: Db, profile: GoogleProfile, now: number) {
  const id = uuidV7(now, randomBytes(10))
  const verification = profile.isAuthoritative ? { verified_at: now } : { verification_requested_at: now }
  const { subject: google_subject, email, picture } = profile
  const newcomer = { id, name: nameFor(profile), email, picture, google_subject, ...verification }
  const user = unlessOvertaken(await insertUser(db, newcomer, now))
  if (!profile.isAuthoritative)
    await postLetter(db, { kind: 'verify', userId: id, email: user.email, language: 'en' }, now)
  return user
}

/** Whoever made the account never proved the address, so nothing they left may open it any more. */
async function takeOver(db: Db, namesake: UserRow, profile: GoogleProfile, now: number): Promise<Admission> {
  const endedSessions = await endSessions(db, namesake.id)
  await voidTokens(db, namesake.id, ['reset', 'verify'])
  const change = {
    name: nameFor(profile),
    picture: profile.picture,
    google_subject: profile.subject,
    password_hash: null,
    pending_email: null,
    verified_at: now,
  }
  return { user: unlessOvertaken(await updateUser(db, namesake.id, change, now)), endedSessions }
}

/** Another call has made or deleted the account in the same moment. */
function unlessOvertaken(user: UserRow | undefined) {
  if (user === undefined) throw new Refusal('conflict', 'conflict')
  return user
}

/** Google's name for somebody, if it is one that we accept. */
function nameFor({ name: given, email }: GoogleProfile) {
  const verdict = validate(name(), given)
  return verdict.ok ? verdict.data : email.slice(0, email.indexOf('@')).slice(0, 100)
}
