import { type Selectable, sql, type Updateable } from 'kysely'
import { Formats, type User } from '#contract/users.ts'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteSomeRows, type DeleteStep } from '#server/db/delete-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
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

/** The user of a session. Throws if the account was deleted a moment ago. */
export async function requireUser(db: Db, { userId }: Session): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  return user
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()
}

export async function findUserByGoogleSubject(db: Db, subject: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('google_subject', '=', subject).executeTakeFirst()
}

type NewUser = Pick<UserRow, 'id' | 'name' | 'email'> & Partial<UserRow>

/** Inserts a user. Returns undefined if the address already has an account. */
export async function insertUser(db: Db, user: NewUser, now: number): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({
      password_hash: null,
      picture: null,
      preferred_language: null,
      theme: null,
      formats: null,
      verified_at: null,
      pending_email: null,
      google_subject: null,
      verification_requested_at: null,
      ...user,
      email: normalizeEmail(user.email),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Updates a user. Returns undefined if the user does not exist any more. */
export async function updateUser(db: Db, userId: string, change: Updateable<Schema['users']>, now: number) {
  return db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()
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

/** Deletes a user. Foreign keys delete all their rows except queued emails, which are found by their address. */
export async function deleteUser(db: Db, user: UserRow) {
  const addresses = [user.email, user.pending_email].filter((address) => address !== null)
  await db.deleteFrom('emails').where('email', 'in', addresses).execute()
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
    isVerified: isVerified(row),
    emailVerificationToken: expiresAt === undefined ? null : { expiresAt },
    hasPassword: row.password_hash !== null,
  }
}
