import type { Selectable } from 'kysely'
import type { ReportView, ReportViewChange, ReportViewDraft } from '#contract/report-views.ts'
import { byName } from '#core/text/by-name.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { deleteSharedReport } from '#server/features/shared-reports/queries.ts'
import { moveRecordToTrash } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'

export async function listReportViews(db: Db, userId: string) {
  const rows = await selectReportViews(db, userId).execute()
  return rows.map(toJson).toSorted(byName)
}

export async function findReportView(db: Db, userId: string, id: string) {
  const row = await selectReportViews(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export async function insertReportView(db: Db, userId: string, view: WithId<ReportViewDraft>, now: number) {
  const row = await db
    .insertInto('report_views')
    .values({ ...view, user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateReportView(db: Db, userId: string, change: WithId<ReportViewChange>, now: number) {
  const { id, ...fields } = change
  const row = await db
    .updateTable('report_views')
    .set({ ...fields, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

/** Its link ends for good: a view that is restored from the trash is not shared. */
export async function deleteReportView(db: Db, removal: ItemRemoval) {
  await deleteSharedReport(db, removal.userId, removal.id)
  return moveRecordToTrash(db, 'report_views', { ...removal, kind: 'report-view' })
}

const selectReportViews = (db: Db, userId: string) =>
  db.selectFrom('report_views').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['report_views']>): ReportView {
  const { id, name, search } = row
  return { id, name, search, ...timestampsOf(row) }
}
