import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/connect.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { hashOf } from '#server/features/users/one-time-tokens.ts'
import { toBase32 } from './totp.ts'

const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10

export async function findApp(db: Db, userId: string) {
  return db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function hasConfirmedApp(db: Db, userId: string) {
  const app = await findApp(db, userId)
  return app !== undefined && app.confirmed_at !== null
}

/** Replaces the secret of an app that was not confirmed. A confirmed one is removed first. */
export async function storePendingApp(db: Db, userId: string, secret: string, now: number) {
  const values = { secret, last_step: 0, confirmed_at: null, created_at: now }
  await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Marks a step as used. Of several requests with the same code only one gets true. */
export async function recordAppStep(db: Db, userId: string, step: number) {
  const used = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function confirmApp(db: Db, userId: string, now: number) {
  await db.updateTable('authenticator_apps').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** Returns false if there was none. */
export async function deleteApp(db: Db, userId: string) {
  const deleted = await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

export async function countRecoveryCodes(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Replaces all codes. Only hashes are stored: a code has 80 random bits, so a fast hash is enough. */
export async function makeRecoveryCodes(db: Db, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase())
  await deleteRecoveryCodes(db, userId)
  await insertRows(
    db,
    'recovery_codes',
    codes.map((code) => ({ user_id: userId, hash: recoveryHash(userId, code) })),
  )
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

export async function deleteRecoveryCodes(db: Db, userId: string) {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses up a recovery code. Of several requests with the same code only one gets true. */
export async function redeemRecoveryCode(db: Db, userId: string, code: string) {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', recoveryHash(userId, code))
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

const recoveryHash = (userId: string, code: string) => hashOf(`recovery ${userId} ${code}`)

/**
 * Records whether the account has a second factor: with a confirmed app or a passkey, the password alone does not sign in.
 * Without either, the recovery codes open nothing and are deleted.
 */
export async function updateTwoFactor(db: Db, userId: string, now: number) {
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  const isOn = passkey !== undefined || (await hasConfirmedApp(db, userId))
  if (!isOn) await deleteRecoveryCodes(db, userId)
  await db
    .updateTable('users')
    .set((row) => ({ two_factor_at: isOn ? row.fn.coalesce('two_factor_at', row.val(now)) : null }))
    .where('id', '=', userId)
    .execute()
}

/** Removes the factors that somebody has added after the user has lost the account. */
export async function removeFactorsSince(db: Db, userId: string, since: number, now: number) {
  for (const table of ['authenticator_apps', 'passkeys'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await updateTwoFactor(db, userId, now)
}
