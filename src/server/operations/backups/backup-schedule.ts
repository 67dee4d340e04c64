import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { StoredBackup } from './store-backup.ts'

const ID = 'backup'
/** A server renews its claim while it makes a backup. If it dies, another server may begin after this time. */
export const CLAIM_MS = 2 * 60_000

const CREATED_AT = sql<{ created_at: number }>`select min(applied_at) as created_at from migrations`

export interface Claim {
  /** Identifies the server. */
  claimant: string
  now: number
}

/** Claims the next backup if it is due and no other server makes one. */
export async function claimBackup(db: Db, { claimant, now }: Claim, everyMs: number): Promise<boolean> {
  await db
    .insertInto('backup_schedule')
    .values({ id: ID, claimed_by: null, claimed_until: 0, finished_at: null, bytes: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // The first backup of a new site is due this long after the site was created.
  const lastMoment = sql<number>`coalesce(finished_at, (${CREATED_AT}), 0)`
  const { numUpdatedRows } = await db
    .updateTable('backup_schedule')
    .set({ claimed_by: claimant, claimed_until: now + CLAIM_MS })
    .where('id', '=', ID)
    .where('claimed_until', '<=', now)
    .where(lastMoment, '<=', now - everyMs)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Extends or ends a claim. */
export async function holdClaim(db: Db, claimant: string, until: number) {
  const own = db.updateTable('backup_schedule').where('id', '=', ID).where('claimed_by', '=', claimant)
  await own.set({ claimed_until: until }).execute()
}

/** Records a good backup, and ends the claim on it. */
export async function recordBackup(db: Db, { createdAt, bytes }: StoredBackup) {
  const done = { claimed_by: null, claimed_until: 0, finished_at: createdAt, bytes }
  await db
    .insertInto('backup_schedule')
    .values({ id: ID, ...done })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(done))
    .execute()
}

/** The last good backup of any server. */
export const findLastBackup = (db: Db) =>
  db.selectFrom('backup_schedule').select(['finished_at', 'bytes']).where('id', '=', ID).executeTakeFirst()

/** When the site was created. */
export const findSiteCreation = async (db: Db) => (await CREATED_AT.execute(db)).rows[0]?.created_at ?? 0
