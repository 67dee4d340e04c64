import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { TrashSource } from '#server/db/schema.ts'

/** Tables whose rows have an id of their own and are moved to the trash one by one. */
export type RecordTable = 'clients' | 'projects' | 'tasks' | 'tags' | 'timer_presets' | 'report_views'

/** A row of any table, as the database returns it. */
type Row = Record<string, unknown>

export interface CopiedRow {
  source: TrashSource
  id: string
  content: Row
}

/** The rows that rows of a table refer to, and those that these refer to: a row in the trash may outlive them. */
export async function listReferredRows(
  db: Db,
  userId: string,
  table: RecordTable | 'time_entries',
  rows: readonly Row[],
): Promise<CopiedRow[]> {
  if (table === 'projects') return listRows(db, userId, 'clients', distinct(rows, 'client_id'))
  if (table !== 'tasks' && table !== 'time_entries') return []
  const projects = await listRows(db, userId, 'projects', distinct(rows, 'project_id'))
  const clients = await listReferredRows(
    db,
    userId,
    'projects',
    projects.map(({ content }) => content),
  )
  const tasks = await listRows(db, userId, 'tasks', distinct(rows, 'task_id'))
  const tags = await listRows(db, userId, 'tags', distinct(rows, 'tags'))
  return [...clients, ...projects, ...tasks, ...tags]
}

/** The different ids in a column, which may be a list. */
const distinct = (rows: readonly Row[], column: string) => [
  ...new Set(rows.flatMap((row) => (row[column] ?? []) as string | string[])),
]

async function listRows(db: Db, userId: string, table: RecordTable, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return rows.map((row) => ({ source: table, id: row.id, content: row as Row }))
}
