import type { Selectable } from 'kysely'
import type { ReportView, ReportViewChange, ReportViewDraft } from '#contract/report-views.ts'
import { byName } from '#core/text/by-name.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'

export async function listReportViews(db: Db, userId: string) {
  const rows = await selectReportViews(db, userId).execute()
  return rows.map(toJson).toSorted(byName)
}

export async function findReportView(db: Db, userId: string, id: string) {
  const row = await selectReportViews(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export async function insertReportView(db: Db, userId: string, view: ReportViewDraft & { id: string }, now: number) {
  const { id, name, search } = view
  const row = await db
    .insertInto('report_views')
    .values({ user_id: userId, id, name, search, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

export async function updateReportView(db: Db, userId: string, change: ReportViewChange & { id: string }, now: number) {
  const { id, name, search } = change
  const row = await db
    .updateTable('report_views')
    .set({ name, search, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

export function deleteReportView(db: Db, userId: string, id: string) {
  return db
    .deleteFrom('report_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

const selectReportViews = (db: Db, userId: string) =>
  db.selectFrom('report_views').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['report_views']>): ReportView {
  return {
    id: row.id,
    name: row.name,
    search: row.search,
    createdAt: toIsoTime(row.created_at),
    updatedAt: toIsoTime(row.updated_at),
  }
}
