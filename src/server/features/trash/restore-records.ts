import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Quotas, RecordQuota } from '#server/quotas.ts'
import { takeRows, type TrashRow } from './item-queries.ts'
import type { RecordTable } from './referred-rows.ts'

type AnyTable = RecordTable | 'goals' | 'imports' | 'import_records'
type Row<Table extends AnyTable> = Insertable<Schema[Table]>

/** Tables come after those that they refer to. */
const TABLES: [table: AnyTable, quota?: RecordQuota][] = [
  ['clients', 'clients'],
  ['projects', 'projects'],
  ['tasks', 'tasks'],
  ['goals', 'goals'],
  ['tags', 'tags'],
  ['timer_presets', 'timer-presets'],
  ['report_views', 'report-views'],
  ['imports'],
  ['import_records'],
]

/** Restores the records of an item, which stay in it as copies. Records that exist again stay as they are. */
export const restoreRecords = (item: TrashRow, quotas: Quotas): DeleteStep[] =>
  TABLES.map(([table, quota]) => async (db, limit) => {
    const rows = await takeRows(db, item, table, limit)
    if (rows.length === 0) return 0
    if (quota !== undefined) await quotas.checkRecord(db, item.user_id, quota)
    await insertRecords(
      db,
      item.user_id,
      table,
      rows.map(({ content }) => JSON.parse(content)),
    )
    await db
      .updateTable('trash_rows')
      .set({ is_copy: 1 })
      .where('user_id', '=', item.user_id)
      .where('trash_id', '=', item.id)
      .where('source', '=', table)
      .where(
        isOneOf(
          db,
          'id',
          rows.map(({ id }) => id),
        ),
      )
      .execute()
    return rows.length
  })

async function insertRecords(db: Db, userId: string, table: AnyTable, rows: readonly Row<AnyTable>[]) {
  if (table === 'projects') return insertProjects(db, userId, rows as Row<'projects'>[])
  if (table === 'tasks' || table === 'goals') return insertOfProjects(db, userId, table, rows as Row<'tasks'>[])
  return insertMissing(db, table, rows)
}

/** A project whose client cannot be restored has none. */
async function insertProjects(db: Db, userId: string, projects: readonly Row<'projects'>[]) {
  const clients = await ensureRecords(db, userId, 'clients', idsIn(projects, 'client_id'))
  const rows = projects.map((row) => ({ ...row, client_id: clients.get(row.client_id ?? '') ?? null }))
  await insertMissing(db, 'projects', rows)
}

/** Tasks and goals need their project. */
async function insertOfProjects(db: Db, userId: string, table: 'tasks' | 'goals', rows: readonly Row<'tasks'>[]) {
  const projects = await ensureRecords(db, userId, 'projects', idsIn(rows, 'project_id'))
  const possible = rows.filter((row) => projects.has(row.project_id))
  await insertMissing(db, table, possible)
}

/** Rows of the time before a migration lack its columns, so only rows with the same columns are inserted together. */
export async function insertMissing<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
) {
  for (const some of Map.groupBy(rows, (row) => Object.keys(row).join(' ')).values())
    await insertRows(db, table, some, { skipsExisting: true })
}

export const idsIn = <Name extends string>(rows: readonly { [Column in Name]?: string | null }[], column: Name) => [
  ...new Set(rows.flatMap((row) => row[column] ?? [])),
]

/**
 * Restores records that others refer to and that were deleted meanwhile, from any item of the trash. Returns the ids to
 * use for those that exist then: a tag may exist again under another id.
 */
export async function ensureRecords(
  db: Db,
  userId: string,
  table: 'clients' | 'projects' | 'tasks' | 'tags',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const isMissing = (known: Map<string, string>) => (id: string) => !known.has(id)
  const known = await listExisting(db, userId, table, ids)
  const missing = ids.filter(isMissing(known))
  if (missing.length === 0) return known
  const rows = await readLatestVersions(db, userId, table, missing)
  await insertRecords(db, userId, table, rows)
  const restored = await listExisting(db, userId, table, missing)
  const renamed = table === 'tags' ? await listTagsOfName(db, userId, rows as Row<'tags'>[]) : new Map()
  return new Map([...renamed, ...known, ...restored])
}

async function listExisting(db: Db, userId: string, table: RecordTable, ids: readonly string[]) {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id }) => [id, id]))
}

/** A deleted record is newer than copies of it, and a later item is newer than an earlier one. */
async function readLatestVersions(db: Db, userId: string, table: RecordTable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('trash_rows as row')
    .innerJoin('trash', (on) => on.onRef('trash.user_id', '=', 'row.user_id').onRef('trash.id', '=', 'row.trash_id'))
    .select(['row.id', 'row.content'])
    .where('row.user_id', '=', userId)
    .where('row.source', '=', table)
    .where(isOneOf(db, 'row.id', ids))
    .orderBy('row.is_copy')
    .orderBy('trash.deleted_at', 'desc')
    .execute()
  const versions = new Map<string, Row<RecordTable>>()
  for (const { id, content } of rows) if (!versions.has(id)) versions.set(id, JSON.parse(content))
  return [...versions.values()]
}

/** The ids of tags with the names of these. */
async function listTagsOfName(db: Db, userId: string, tags: readonly Row<'tags'>[]) {
  const names = tags.map((tag) => tag.name_key)
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'name_key', names))
    .execute()
  const idOf = new Map(rows.map((row) => [row.name_key, row.id]))
  return new Map(tags.map((tag) => [tag.id, idOf.get(tag.name_key)!] as const).filter(([, id]) => id !== undefined))
}

export const deleteTrashRows = (item: TrashRow, source: string, ids: readonly string[], db: Db) =>
  sql`delete from trash_rows where user_id = ${item.user_id} and trash_id = ${item.id} and source = ${source}
    and ${isOneOf(db, 'id', ids)}`.execute(db)
