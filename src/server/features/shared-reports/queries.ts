import { createHash, randomBytes } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { SharedReport, Sharing } from '#contract/integrations/shared-reports.ts'
import { DEFAULT_SHARED_FIELDS, type SharedFields } from '#core/report/shared-report.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { assignLookup, findUserId, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { toIsoTime } from '#server/db/values.ts'

export type SharedReportRow = Selectable<Schema['shared_reports']>

const KIND = 'shared-report'

export const createLinkSecret = () => randomBytes(32).toString('base64url')
export const hashLinkSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const selectWithName = (db: Db, userId: string) =>
  db
    .selectFrom('shared_reports as shared')
    .innerJoin('report_views as view', (join) =>
      join.onRef('view.user_id', '=', 'shared.user_id').onRef('view.id', '=', 'shared.view_id'),
    )
    .selectAll('shared')
    .select('view.name')
    .where('shared.user_id', '=', userId)

export const listSharedReports = (db: Db, userId: string) =>
  selectWithName(db, userId).orderBy('shared.created_at', 'desc').orderBy('shared.view_id').execute()

export const findSharedReport = (db: Db, userId: string, viewId: string) =>
  selectWithName(db, userId).where('shared.view_id', '=', viewId).executeTakeFirst()

export interface EncryptedSecret {
  hash: string
  encrypted: string
}

interface SharedReportKey {
  userId: string
  viewId: string
}

type SharingChange = Omit<Sharing, 'password'> & { passwordHash?: string | null | undefined }

/** Shares a view that is not shared yet, in a transaction. */
export async function insertSharedReport(
  db: Db,
  { userId, viewId }: SharedReportKey,
  { secret, change, now }: { secret: EncryptedSecret; change: SharingChange; now: number },
) {
  const { password_hash = null, expires_at = null, first_day = null, last_day = null, ...rest } = toColumns(change)
  await db
    .insertInto('shared_reports')
    .values({
      user_id: userId,
      view_id: viewId,
      secret_hash: secret.hash,
      secret: secret.encrypted,
      ...fieldColumns(DEFAULT_SHARED_FIELDS),
      zone: 'UTC',
      ...rest,
      password_hash,
      expires_at,
      first_day,
      last_day,
      views: 0,
      viewed_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await assignLookup(db, { kind: KIND, key: secret.hash, userId })
}

export async function updateSharedReport(
  db: Db,
  { userId, viewId }: SharedReportKey,
  change: SharingChange,
  now: number,
) {
  await selectForUpdate(db, userId, viewId)
    .set({ ...toColumns(change), updated_at: now })
    .execute()
}

/** Gives a shared report another link, in a transaction. It is counted anew. */
export async function replaceLinkSecret(db: Db, row: SharedReportRow, secret: EncryptedSecret, now: number) {
  const { user_id: userId, view_id: viewId } = row
  await selectForUpdate(db, userId, viewId)
    .set({ secret_hash: secret.hash, secret: secret.encrypted, views: 0, viewed_at: null, updated_at: now })
    .execute()
  await releaseLookup(db, { kind: KIND, key: row.secret_hash, userId })
  await assignLookup(db, { kind: KIND, key: secret.hash, userId })
}

/** Ends the sharing of a view, in a transaction. Returns false if it was not shared. */
export async function deleteSharedReport(db: Db, userId: string, viewId: string) {
  const row = await db
    .deleteFrom('shared_reports')
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .returning('secret_hash')
    .executeTakeFirst()
  if (row !== undefined) await releaseLookup(db, { kind: KIND, key: row.secret_hash, userId })
  return row !== undefined
}

const selectForUpdate = (db: Db, userId: string, viewId: string) =>
  db.updateTable('shared_reports').where('user_id', '=', userId).where('view_id', '=', viewId)

/** The report that a link opens now, with its view and its owner; undefined if there is none. */
export async function findReportOfLink(db: Db, secretHash: string, now: number) {
  const userId = await findUserId(db, { kind: KIND, key: secretHash })
  if (userId === undefined) return undefined
  const row = await selectWithName(db, userId)
    .innerJoin('users as owner', 'owner.id', 'shared.user_id')
    .select(['view.search', 'owner.name as owner_name', 'owner.formats'])
    .where('shared.secret_hash', '=', secretHash)
    .where('owner.disabled_at', 'is', null)
    .executeTakeFirst()
  return row === undefined || (row.expires_at ?? Infinity) <= now ? undefined : row
}
export type ReportOfLink = NonNullable<Awaited<ReturnType<typeof findReportOfLink>>>

/** Counts a view of a link. A link that was replaced meanwhile counts nothing. */
export async function countView(db: Db, { user_id, view_id, secret_hash }: SharedReportRow, now: number) {
  await selectForUpdate(db, user_id, view_id)
    .set((row) => ({ views: row('views', '+', 1), viewed_at: now }))
    .where('secret_hash', '=', secret_hash)
    .execute()
}

function toColumns({ fields, range, zone, passwordHash, expiresAt }: SharingChange) {
  return {
    ...(fields && fieldColumns(fields)),
    ...(range !== undefined && { first_day: range?.from ?? null, last_day: range?.to ?? null }),
    ...(zone !== undefined && { zone }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  } satisfies Updateable<Schema['shared_reports']>
}

const fieldColumns = ({ clients, tasks, tags, entries, notes }: SharedFields) => ({
  shows_clients: Number(clients),
  shows_tasks: Number(tasks),
  shows_tags: Number(tags),
  shows_entries: Number(entries),
  shows_notes: Number(notes),
})

export const fieldsOf = (row: SharedReportRow): SharedFields => ({
  clients: row.shows_clients === 1,
  tasks: row.shows_tasks === 1,
  tags: row.shows_tags === 1,
  entries: row.shows_entries === 1,
  notes: row.shows_notes === 1,
})

export const rangeOf = ({ first_day, last_day }: SharedReportRow) =>
  first_day === null || last_day === null ? null : { from: first_day, to: last_day }

export const toJson = (row: SharedReportRow & { name: string }, link: string | null): SharedReport => ({
  id: row.view_id,
  name: row.name,
  link,
  fields: { ...fieldsOf(row) },
  range: rangeOf(row),
  zone: row.zone,
  hasPassword: row.password_hash !== null,
  expiresAt: row.expires_at === null ? null : toIsoTime(row.expires_at),
  views: row.views,
  viewedAt: row.viewed_at === null ? null : toIsoTime(row.viewed_at),
  createdAt: toIsoTime(row.created_at),
})
