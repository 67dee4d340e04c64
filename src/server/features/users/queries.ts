import type { Selectable } from 'kysely'
import type { Registration, User } from '#contract/users.ts'
import { isLanguage } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'

export async function findUser(db: Db, userId: string) {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  return row && toJson(row)
}

export async function findPasswordHash(db: Db, email: string) {
  return db.selectFrom('users').select(['id', 'password_hash']).where('email', '=', toKey(email)).executeTakeFirst()
}

interface NewUser extends Omit<Registration, 'password'> {
  id: string
  passwordHash: string
}

/** Undefined when the address already has an account. */
export async function insertUser(db: Db, user: NewUser, now: number) {
  const row = await db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      email: toKey(user.email),
      password_hash: user.passwordHash,
      picture: null,
      preferred_language: user.preferredLanguage,
      theme: user.theme,
      verified_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

/** Addresses differ by more than capitals only on paper. */
const toKey = (email: string) => email.toLowerCase()

function toJson(row: Selectable<Schema['users']>): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    picture: row.picture,
    preferredLanguage: isLanguage(row.preferred_language) ? row.preferred_language : null,
    theme: row.theme === 'light' || row.theme === 'dark' ? row.theme : null,
    isVerified: row.verified_at !== null,
  }
}
