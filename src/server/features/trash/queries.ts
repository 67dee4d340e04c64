import { sql } from 'kysely'
import type { TrashKind } from '#contract/trash.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { deleteRow } from '#server/db/delete-row.ts'
import { isOneOf, rowsFromJson } from '#server/db/engine-sql.ts'
import type { TrashSource } from '#server/db/schema.ts'
import { Refusal } from '#server/errors.ts'
import type { Removal } from '#server/http/serve-crud.ts'
import { textBytesOf } from '#server/quotas.ts'
import { limitTrash } from './limit.ts'
import { type CopiedRow, listReferredRows, type RecordTable } from './referred-rows.ts'

export { listReferredRows }

/** A deletion and its item of the trash. */
export interface TrashTarget extends Removal {
  kind: TrashKind
}

export interface TrashedRow extends Pick<CopiedRow, 'source' | 'id'> {
  /** Null for a reference. */
  content: object | null
  isCopy?: boolean
}

interface TrashedPart {
  rows: readonly TrashedRow[]
  /** The name of the item, if it is not that of a single record. */
  name?: string
  /** The deleted time entries of the part. */
  entries?: number
  milliseconds?: number
  entryTags?: number
  /** No more rows will follow. */
  isLast: boolean
}

/**
 * Adds deleted rows to an item of the trash, which is created if needed. An interrupted deletion of the same record goes
 * on with its item. Refuses rows for an item that is being brought back.
 */
export async function addToTrash(db: Db, target: TrashTarget, part: TrashedPart) {
  const { userId } = target
  const trashId = (await findInterrupted(db, target)) ?? target.trashId
  const { entries = 0, milliseconds = 0, entryTags = 0, rows, name, isLast } = part
  const own = rows.filter(({ isCopy }) => !isCopy)
  const opened = await db
    .insertInto('trash')
    .values({
      user_id: userId,
      id: trashId,
      kind: target.kind,
      record_id: target.id,
      name: name ?? selectName(target),
      device: target.device,
      state: isLast ? 'kept' : 'deleting',
      deleted_at: target.now,
      entries,
      milliseconds,
      entry_tags: entryTags,
      text_bytes: textBytesOf(own.map(({ content }) => content)),
    })
    .onConflict((known) =>
      known
        .columns(['user_id', 'id'])
        .doUpdateSet((row) => ({
          state: row.ref('excluded.state'),
          deleted_at: row.ref('excluded.deleted_at'),
          entries: row('trash.entries', '+', row.ref('excluded.entries')),
          milliseconds: row('trash.milliseconds', '+', row.ref('excluded.milliseconds')),
          entry_tags: row('trash.entry_tags', '+', row.ref('excluded.entry_tags')),
          text_bytes: row('trash.text_bytes', '+', row.ref('excluded.text_bytes')),
        }))
        .where('trash.state', '!=', 'restoring')
        .where('trash.deleted_at', '>', 0)
        .where('trash.kind', '=', target.kind),
    )
    .returning('id')
    .executeTakeFirst()
  if (opened === undefined) throw new Refusal('conflict', 'conflict')
  await insertTrashRows(db, userId, trashId, rows)
  await limitTrash(db, userId, own.length)
}

const findInterrupted = async (db: Db, { userId, id, kind }: TrashTarget) => {
  if (id === null) return undefined
  const item = await db
    .selectFrom('trash')
    .select('id')
    .where('user_id', '=', userId)
    .where('record_id', '=', id)
    .where('kind', '=', kind)
    // Literal, because the index has only these.
    .where(sql<boolean>`state = 'deleting'`)
    .where('deleted_at', '>', 0)
    .executeTakeFirst()
  return item?.id
}

const NAMES: Record<TrashKind, [table: string, column: string] | undefined> = {
  'time-entries': undefined,
  project: ['projects', 'name'],
  client: ['clients', 'name'],
  task: ['tasks', 'name'],
  tag: ['tags', 'name'],
  'timer-preset': ['timer_presets', 'name'],
  'report-view': ['report_views', 'name'],
  import: ['imports', 'file_name'],
}

function selectName({ userId, id, kind }: TrashTarget) {
  const [table, column] = NAMES[kind] ?? []
  if (table === undefined || column === undefined) return ''
  return sql<string>`coalesce((select ${sql.ref(column)} from ${sql.table(table)}
    where user_id = ${userId} and id = ${id}), '')`
}

/** A row replaces its copy, not the reverse. */
async function insertTrashRows(db: Db, userId: string, trashId: string, rows: readonly TrashedRow[]) {
  const copiesFirst = rows.toSorted((a, b) => Number(b.isCopy ?? false) - Number(a.isCopy ?? false))
  const distinct = new Map(copiesFirst.map((row) => [`${row.source} ${row.id}`, row]))
  const json = JSON.stringify(
    [...distinct.values()].map(({ source, id, content, isCopy }) => [
      source,
      id,
      Number(isCopy ?? false),
      JSON.stringify(content),
    ]),
  )
  await sql`insert into trash_rows (user_id, trash_id, source, id, is_copy, content)
    select ${userId}, ${trashId}, value ->> 0, value ->> 1, cast(value ->> 2 as bigint), value ->> 3
    from ${rowsFromJson(db, json)} where true
    on conflict (user_id, trash_id, source, id)
    do update set is_copy = 0, content = excluded.content where excluded.is_copy = 0`.execute(db)
}

/** Deletes a record and adds it to the trash. Returns undefined if there is none. */
export async function moveRecordToTrash(db: Db, table: RecordTable, target: TrashTarget & { id: string }) {
  const { userId, id } = target
  const query = db.selectFrom(table).selectAll().where('user_id', '=', userId)
  const row = await query.where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const copies = await listReferredRows(db, userId, table, [row])
  const rows = [{ source: table, id, content: row }, ...copies.map((copy) => ({ ...copy, isCopy: true }))]
  await addToTrash(db, target, { rows, isLast: true })
  return deleteRow(db, table, userId, id)
}

/** A step that moves the tasks or goals of a project to the trash. No time entry may have these tasks any more. */
export const moveSomeOfProject =
  (target: TrashTarget & { id: string }, table: 'tasks' | 'goals'): DeleteStep =>
  async (db, limit) => {
    const { userId, id } = target
    const found = await db
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', userId)
      .where('project_id', '=', id)
      .limit(limit)
      .execute()
    if (found.length === 0) return 0
    const rows = found.map((row) => ({ source: table, id: row.id, content: row }))
    await addToTrash(db, target, { rows, isLast: false })
    const ids = found.map(({ id }) => id)
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'id', ids))
      .execute()
    return found.length
  }

type LinkSource = Extract<TrashSource, 'projects.client_id' | 'time_entries.task_id' | 'time_entry_tags'>

/** The table and the columns of each reference to a client, task or tag: that of the referring row, and its value. */
const LINKS = {
  'projects.client_id': ['projects', 'id', 'client_id'],
  'time_entries.task_id': ['time_entries', 'id', 'task_id'],
  time_entry_tags: ['time_entry_tags', 'entry_id', 'tag_id'],
} as const satisfies Record<LinkSource, readonly string[]>

/** A step that removes references to an item that will be deleted, and adds them to the trash. */
export const moveSomeLinks =
  (target: TrashTarget & { id: string }, source: LinkSource): DeleteStep =>
  async (db, limit) => {
    const { userId, id } = target
    const [table, key, column] = LINKS[source]
    const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
      where user_id = ${userId} and ${sql.ref(column)} = ${id} limit ${limit}`.execute(db)
    if (rows.length === 0) return 0
    await addToTrash(db, target, { rows: rows.map(({ id }) => ({ source, id, content: null })), isLast: false })
    const ids = rows.map(({ id }) => id)
    const change =
      source === 'time_entry_tags'
        ? sql`delete from time_entry_tags`
        : sql`update ${sql.table(table)} set ${sql.ref(column)} = null`
    await sql`${change} where user_id = ${userId} and ${sql.ref(column)} = ${id} and ${isOneOf(db, key, ids)}`.execute(
      db,
    )
    return rows.length
  }
