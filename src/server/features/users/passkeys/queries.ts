import type { Selectable } from 'kysely'
import type { Passkey } from '#contract/security/two-factor.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'

export type PasskeyRow = Selectable<Schema['passkeys']>

const selectPasskeys = (db: Db, userId: string) => db.selectFrom('passkeys').selectAll().where('user_id', '=', userId)

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await selectPasskeys(db, userId).orderBy('created_at').orderBy('id').execute()
  return rows.map(toJson)
}

export const findPasskey = (db: Db, userId: string, id: string) =>
  selectPasskeys(db, userId).where('id', '=', id).executeTakeFirst()

export async function insertPasskey(db: Db, row: PasskeyRow) {
  await db.insertInto('passkeys').values(row).execute()
  return toJson(row)
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string) {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

export async function recordPasskeyUse(db: Db, row: PasskeyRow, signCount: number, now: number) {
  await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, used_at: now })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute()
}

export async function deletePasskey(db: Db, userId: string, id: string) {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

const toJson = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced === 1,
  createdAt: toIsoTime(row.created_at),
  lastUsedAt: row.used_at === null ? null : toIsoTime(row.used_at),
})
