import { type Selectable, sql, type Updateable } from 'kysely'
import { AutoStart } from '#contract/fields.ts'
import type { Confirmation } from '#contract/security/two-factor.ts'
import { Formats, type User } from '#contract/users.ts'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteSomeRows, type DeleteStep } from '#server/db/delete-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { claimLookup, findUserId, releaseAllLookups, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { selectUserForUpdate } from '#server/db/user-lock.ts'
import { Refusal } from '#server/errors.ts'
import { deleteSomeTimeEntries } from '#server/features/time-entries/queries.ts'
import { deleteUploadsOfUser } from '#server/features/uploads/queries.ts'
import type { Session } from '#server/http/serve.ts'
import { VERIFICATION_LIFETIME_MS } from './one-time-tokens.ts'

export type UserRow = Selectable<Schema['users']>

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

/** Reads the user's row and locks it until the transaction ends. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return selectUserForUpdate(db, userId).selectAll().executeTakeFirst()
}

/** Runs a transaction for a user who has just confirmed their identity with the password, a passkey or a recent sign-in. */
export type WithConfirmedUser = <T>(
  session: Session,
  confirmation: Confirmation,
  work: (db: Db, user: UserRow) => Promise<T>,
) => Promise<T>

/** The user of a session. Throws if the account was deleted a moment ago. */
export async function requireUser(db: Db, { userId }: Session): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  return user
}

export const findUserByEmail = (db: Db, email: string) => findUserBy(db, 'email', normalizeEmail(email))

export const findUserByGoogleSubject = (db: Db, subject: string) => findUserBy(db, 'google', subject)

const LOOKUP_COLUMNS = { email: 'email', google: 'google_subject' } as const

async function findUserBy(db: Db, kind: keyof typeof LOOKUP_COLUMNS, key: string): Promise<UserRow | undefined> {
  const id = await findUserId(db, { kind, key })
  if (id === undefined) return undefined
  // The user may have given up the address meanwhile.
  const user = db.selectFrom('users').selectAll().where('id', '=', id).where(LOOKUP_COLUMNS[kind], '=', key)
  return user.executeTakeFirst()
}

type NewUser = Pick<UserRow, 'id' | 'name' | 'email'> & Partial<UserRow>

/** Inserts a user, in a transaction. Returns undefined if the address or the Google account already has an account. */
export async function insertUser(db: Db, draft: NewUser, now: number): Promise<UserRow | undefined> {
  const user = { ...draft, email: normalizeEmail(draft.email) }
  if (!(await claimIdentities(db, user.id, user))) return undefined
  return db
    .insertInto('users')
    .values({
      password_hash: null,
      picture: null,
      preferred_language: null,
      theme: null,
      formats: null,
      auto_start: null,
      verified_at: null,
      pending_email: null,
      google_subject: null,
      verification_requested_at: null,
      ...user,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirst()
}

type Identities = Pick<Updateable<Schema['users']>, 'email' | 'google_subject'>

const toLookups = (userId: string, { email, google_subject }: Identities) => [
  ...(typeof email === 'string' ? [{ kind: 'email', key: email, userId } as const] : []),
  ...(typeof google_subject === 'string' ? [{ kind: 'google', key: google_subject, userId } as const] : []),
]

/** Returns false if the address or the Google account belongs to another user. */
async function claimIdentities(db: Db, userId: string, identities: Identities) {
  for (const lookup of toLookups(userId, identities)) if (!(await claimLookup(db, lookup))) return false
  return true
}

/** Throws if the new address or Google account belongs to another user. */
async function replaceIdentities(db: Db, userId: string, { email, google_subject }: Identities) {
  const old = await findUser(db, userId)
  if (old === undefined) return
  const former: Identities = {
    ...(email !== undefined && { email: old.email }),
    ...(google_subject !== undefined && { google_subject: old.google_subject }),
  }
  for (const lookup of toLookups(userId, former)) await releaseLookup(db, lookup)
  if (!(await claimIdentities(db, userId, { email, google_subject }))) throw new Refusal('conflict', 'conflict')
}

/**
 * Updates a user, in a transaction if the address or the Google account changes. Returns undefined if the user does not
 * exist any more.
 */
export async function updateUser(db: Db, userId: string, change: Updateable<Schema['users']>, now: number) {
  if (change.email !== undefined || change.google_subject !== undefined) await replaceIdentities(db, userId, change)
  return db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Turns two-factor sign-in off: removes the authenticator app, recovery codes and passkeys.
 */
export async function removeTwoFactor(db: Db, userId: string) {
  for (const table of ['authenticator_apps', 'recovery_codes', 'passkeys'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ two_factor_at: null }).where('id', '=', userId).execute()
}

/**
 * Tables in which an account may have very many rows. Rows come before those that they refer to, and the timer comes
 * last, because an interrupted delete should leave a timer that works.
 */
const LARGE_TABLES = [
  'time_entry_changes',
  'trash_rows',
  'trash',
  'idempotency_keys',
  'import_records',
  'calendar_events',
  'tasks',
  'projects',
  'clients',
  'tags',
  'timer_runs',
  'focus_session_overrides',
  'timer_commands',
] as const

export const deleteUserContents = (userId: string): DeleteStep[] => [
  (db, limit) => deleteSomeTimeEntries(db, userId, {}, limit),
  deleteUploadsOfUser(userId),
  ...LARGE_TABLES.map((table) => deleteSomeRows(table, sql`user_id = ${userId}`)),
]

/** Deletes a user. Foreign keys delete all their rows except those of tables that belong to no user. */
export async function deleteUser(db: Db, user: UserRow) {
  const addresses = [user.email, user.pending_email].filter((address) => address !== null)
  await db
    .deleteFrom('emails')
    .where((row) => row.or([row('email', 'in', addresses), row('user_id', '=', user.id)]))
    .execute()
  await releaseAllLookups(db, user.id)
  await db.deleteFrom('users').where('id', '=', user.id).execute()
}

/** Addresses that differ only in case are the same mailbox at every common provider. */
export const normalizeEmail = (email: string) => email.toLowerCase()

/** While a change of the address is pending, the user counts as unverified. */
export const isVerified = (row: UserRow) => row.verified_at !== null && row.pending_email === null

/** When the last mailed verification link expires; undefined if none is valid. */
export function verificationExpiry(row: UserRow, now: number) {
  const expiresAt = (row.verification_requested_at ?? -Infinity) + VERIFICATION_LIFETIME_MS
  return !isVerified(row) && expiresAt > now ? new Date(expiresAt).toISOString() : undefined
}

export const languageOf = (row: UserRow): Language | null =>
  isLanguage(row.preferred_language) ? row.preferred_language : null

/** Which phases of the timer begin by themselves; undefined if all do. */
export const autoStartOf = ({ auto_start }: Pick<UserRow, 'auto_start'>) =>
  auto_start === null ? undefined : AutoStart.safeParse(JSON.parse(auto_start)).data

export function toJson(row: UserRow, now: number): User {
  const expiresAt = verificationExpiry(row, now)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pendingEmail: row.pending_email,
    picture: row.picture,
    preferredLanguage: languageOf(row),
    theme: row.theme === 'light' || row.theme === 'dark' ? row.theme : null,
    formats: row.formats === null ? null : (Formats.safeParse(JSON.parse(row.formats)).data ?? null),
    autoStart: autoStartOf(row),
    isVerified: isVerified(row),
    emailVerificationToken: expiresAt === undefined ? null : { expiresAt },
    hasPassword: row.password_hash !== null,
    ...(row.is_administrator === 1 && { isAdministrator: true }),
    ...(row.must_verify === 1 && row.verified_at === null && { mustVerify: true }),
  }
}
