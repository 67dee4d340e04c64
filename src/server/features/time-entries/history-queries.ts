import { sql } from 'kysely'
import type { ChangedFields, EntryHistory } from '#contract/time-entries.ts'
import { type EntryState, findFormerValues, type FormerValues, pairValues } from '#core/time-entries/entry-history.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, deleteSomeRows } from '#server/db/delete-in-parts.ts'
import { isOneOf, rowsFromJson } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { toIsoTime } from '#server/db/values.ts'

/** The latest changes of each entry that are kept. */
export const MAX_CHANGES_PER_ENTRY = 50
/** The latest changes of one account that are kept. */
const MAX_CHANGES = 50_000
const MAX_AGE_MS = 365 * DAY_MS
/** Counting costs more than one change, so the changes of an account are counted when about this number was added. */
const CHANGES_PER_COUNT = 100

interface ChangedEntry {
  before: EntryState & { id: string }
  after: EntryState
}

interface ChangeContext {
  kind: Schema['time_entry_changes']['kind']
  device: string
  now: number
}

/** Stores the values that changes of entries replace. The number of queries does not depend on that of the entries. */
export async function recordChanges(
  db: Db,
  userId: string,
  entries: readonly ChangedEntry[],
  { kind, device, now }: ChangeContext,
) {
  const changes = entries.flatMap(({ before, after }): [id: string, former: string][] => {
    const former = findFormerValues(before, after)
    return former === undefined ? [] : [[before.id, JSON.stringify(former)]]
  })
  if (changes.length === 0) return
  const latest = sql`(select max(number) from time_entry_changes as known
    where known.user_id = ${userId} and known.entry_id = value ->> 0)`
  await sql`insert into time_entry_changes (user_id, entry_id, number, kind, device, changed_at, former)
    select ${userId}, value ->> 0, coalesce(${latest}, 0) + 1, ${kind}, ${device}, cast(${now} as bigint), value ->> 1
    from ${rowsFromJson(db, JSON.stringify(changes))}`.execute(db)
  const ids = changes.map(([id]) => id)
  await sql`delete from time_entry_changes where user_id = ${userId} and ${isOneOf(db, 'entry_id', ids)}
    and number <= (select max(number) - ${MAX_CHANGES_PER_ENTRY} from time_entry_changes as known
      where known.user_id = ${userId} and known.entry_id = time_entry_changes.entry_id)`.execute(db)
  if (Math.random() * CHANGES_PER_COUNT < changes.length) await limitChanges(db, userId)
}

/** Deletes the oldest changes of an account that has too many. */
export async function limitChanges(db: Db, userId: string, maximum = MAX_CHANGES) {
  const oldest = db
    .selectFrom('time_entry_changes')
    .select('changed_at')
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .offset(maximum)
    .limit(1)
  await db.deleteFrom('time_entry_changes').where('user_id', '=', userId).where('changed_at', '<=', oldest).execute()
}

export const deleteOldChanges = (db: Db, now: number) =>
  deleteInParts(
    (work) => transact(db, work),
    [deleteSomeRows('time_entry_changes', sql`changed_at <= ${now - MAX_AGE_MS}`)],
    async () => undefined,
  )

/** Deletes the changes of entries that do not exist, and returns their number. */
export async function deleteHistories(db: Db, userId: string, entryIds: readonly string[]) {
  const existing = db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', entryIds))
  const deleted = await db
    .deleteFrom('time_entry_changes')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'entry_id', entryIds))
    .where('entry_id', 'not in', existing)
    .returning('number')
    .execute()
  return deleted.length
}

/** The changes of an entry from a number on, the latest first. */
export async function listChanges(db: Db, userId: string, entryId: string, from = 1) {
  const rows = await db
    .selectFrom('time_entry_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('entry_id', '=', entryId)
    .where('number', '>=', from)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ former, ...row }) => ({ ...row, former: JSON.parse(former) as FormerValues }))
}

export async function findHistory(db: Db, userId: string, entry: EntryState & { id: string }): Promise<EntryHistory> {
  const created = await db
    .selectFrom('time_entries as entry')
    .leftJoin('imports', (on) =>
      on.onRef('imports.user_id', '=', 'entry.user_id').onRef('imports.id', '=', 'entry.import_id'),
    )
    .select(['entry.created_at', 'entry.import_id', 'entry.focus_session_key', 'imports.file_name'])
    .where('entry.user_id', '=', userId)
    .where('entry.id', '=', entry.id)
    .executeTakeFirstOrThrow()
  const changes = await listChanges(db, userId, entry.id)
  const values = pairValues(
    entry,
    changes.map(({ former }) => former),
  )
  const isImported = created.import_id !== null
  return {
    createdAt: toIsoTime(created.created_at),
    createdBy: isImported ? 'import' : created.focus_session_key === null ? 'user' : 'timer',
    fileName: created.file_name || null,
    changes: changes.map(({ number, kind, device, changed_at }, index) => ({
      number,
      kind,
      device,
      changedAt: toIsoTime(changed_at),
      before: toJson(values[index]!.before),
      after: toJson(values[index]!.after),
    })),
  }
}

const toJson = ({ projectId, taskId, notes, tags, worked }: FormerValues): ChangedFields => ({
  ...(projectId !== undefined && { project: projectId }),
  ...(taskId !== undefined && { task: taskId }),
  ...(notes !== undefined && { notes }),
  ...(tags !== undefined && { tags: [...tags] }),
  ...(worked !== undefined && {
    startTime: toIsoTime(worked.startedAt),
    endTime: toIsoTime(worked.endedAt),
    duration: worked.durationMs,
  }),
})
