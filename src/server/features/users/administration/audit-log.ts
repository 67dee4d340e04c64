import type { AdministrationAction, LoggedAction } from '#contract/administration/administration.ts'
import type { Db } from '#server/db/connect.ts'
import { newId, toIsoTime } from '#server/db/values.ts'

/** Who does something: an administrator, or the command line. */
export type Actor = { id: string; email: string } | 'command-line'

interface Action {
  actor: Actor
  action: AdministrationAction
  subject?: { id: string; label: string }
  details?: LoggedAction['details']
}

/** Adds to the log, in the transaction that does what is logged. */
export async function recordAction(db: Db, { actor, action, subject, details }: Action, now: number) {
  const row = {
    id: newId(now),
    at: now,
    actor_id: actor === 'command-line' ? null : actor.id,
    actor: actor === 'command-line' ? '' : actor.email,
    action,
    subject_id: subject?.id ?? null,
    subject: subject?.label ?? null,
    details: details === undefined ? null : JSON.stringify(details),
  }
  await db.insertInto('audit_log').values(row).execute()
}

/** The latest actions first. Their ids are in the order of time. */
export async function listActions(db: Db, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  let older = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc')
  if (cursor !== undefined) older = older.where('id', '<', cursor)
  const rows = await older.limit(limit + 1).execute()
  const actions = rows.slice(0, limit).map((row): LoggedAction => ({
    id: row.id,
    at: toIsoTime(row.at),
    actor: row.actor_id === null ? null : row.actor,
    action: row.action as AdministrationAction,
    subject: row.subject,
    details: row.details === null ? {} : (JSON.parse(row.details) as LoggedAction['details']),
  }))
  return { actions, hasMore: rows.length > limit }
}

export async function deleteOldActions(db: Db, now: number, retentionMs: number) {
  await db
    .deleteFrom('audit_log')
    .where('at', '<=', now - retentionMs)
    .execute()
}
