import { sql } from 'kysely'
import type { Run } from '#core/timer/history.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import type { ExistingRecords, NewRecords } from './name-resolver.ts'
import type { InsertContext } from './queries.ts'

export async function listExistingRecords(db: Db, userId: string): Promise<ExistingRecords> {
  const [clients, tags] = [
    await db.selectFrom('clients').select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute(),
    await db.selectFrom('tags').select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute(),
  ]
  const importing = await listTagIdsOfUnfinishedImports(db, userId)
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'client_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'name', 'project_id'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return { clients, projects, tasks, tags: tags.map((tag) => ({ ...tag, isImporting: importing.has(tag.id) })) }
}

async function listTagIdsOfUnfinishedImports(db: Db, userId: string) {
  const rows = await db
    .selectFrom('import_records')
    .innerJoin('imports', (join) =>
      join.onRef('imports.id', '=', 'import_records.import_id').onRef('imports.user_id', '=', 'import_records.user_id'),
    )
    .select('import_records.record_id')
    .where('imports.user_id', '=', userId)
    .where('imports.finished_at', 'is', null)
    .where('import_records.kind', '=', 'tag')
    .execute()
  return new Set(rows.map(({ record_id }) => record_id))
}

/** A text that changes whenever one of the user's clients, projects, tasks or tags is created, changed or deleted. */
export async function readRecordsVersion(db: Db, userId: string) {
  const versionOf = (table: string) => sql`(select count(*) || ' ' || coalesce(max(updated_at), 0)
    from ${sql.table(table)} where user_id = ${userId})`
  const { rows } = await sql<{ version: string }>`
    select ${sql.join(['clients', 'projects', 'tasks', 'tags'].map(versionOf), sql` || ' ' || `)} as version`.execute(
    db,
  )
  return rows[0]!.version
}

/** Inserts the records and links them to the import, so that undoing it can delete them. */
export async function insertNewRecords(db: Db, userId: string, records: NewRecords, context: InsertContext) {
  const { now, yielder } = context
  const shared = { user_id: userId, created_at: now, updated_at: now }
  const { clients, projects, tasks, tags } = records
  await insertRows(
    db,
    'clients',
    clients.map((client) => ({ ...shared, ...client, contact_info: '' })),
  )
  await insertRows(
    db,
    'projects',
    projects.map((project) => ({ ...shared, ...project, description: '', status: 'active' })),
  )
  await insertRows(
    db,
    'tasks',
    tasks.map((task) => ({ ...shared, ...task, description: '', status: 'pending' })),
  )
  for (let from = 0; from < tags.length; from += MAX_ROWS_PER_INSERT) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    const some = tags.slice(from, from + MAX_ROWS_PER_INSERT)
    await insertRows(
      db,
      'tags',
      some.map((tag) => ({ ...shared, ...tag, name_key: nameKey(tag.name) })),
    )
  }
  await linkToImport(db, userId, records, context)
}

const MAX_ROWS_PER_INSERT = 1_000
const KINDS = [
  ['client', 'clients'],
  ['project', 'projects'],
  ['task', 'tasks'],
  ['tag', 'tags'],
] as const

async function linkToImport(db: Db, userId: string, records: NewRecords, { importId, yielder }: InsertContext) {
  const links = KINDS.flatMap(([kind, list]) =>
    records[list].map(({ id }) => ({ user_id: userId, import_id: importId, kind, record_id: id })),
  )
  for (let from = 0; from < links.length; from += MAX_ROWS_PER_INSERT) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    await insertRows(db, 'import_records', links.slice(from, from + MAX_ROWS_PER_INSERT))
  }
}

/** Deletes the records that an import created, except those that are in use or were changed since. */
export async function deleteUnusedRecords(db: Db, userId: string, importId: string) {
  const idsInTimer = await listIdsInRunningTimer(db, userId)
  const remove = async (
    kind: (typeof KINDS)[number][0],
    table: (typeof KINDS)[number][1],
    references: [string, string][],
  ) => {
    const isUnused = references.map(
      ([referrer, column]) => sql`not exists (select 1 from ${sql.table(referrer)} as used
        where used.user_id = ${userId} and used.${sql.ref(column)} = ${sql.table(table)}.id)`,
    )
    const { rows } = await sql`delete from ${sql.table(table)}
      where user_id = ${userId} and updated_at = created_at
        and id in (select record_id from import_records
          where user_id = ${userId} and import_id = ${importId} and kind = ${kind})
        ${idsInTimer.length > 0 ? sql`and id not in (${sql.join(idsInTimer)})` : sql``}
        and ${sql.join(isUnused, sql` and `)}
      returning id`.execute(db)
    return rows.length
  }
  const tags = await remove('tag', 'tags', [['time_entry_tags', 'tag_id']])
  const tasks = await remove('task', 'tasks', [['time_entries', 'task_id']])
  const projects = await remove('project', 'projects', [
    ['time_entries', 'project_id'],
    ['tasks', 'project_id'],
  ])
  const clients = await remove('client', 'clients', [['projects', 'client_id']])
  return { clients, projects, tasks, tags }
}

/** Lists the ids in open runs: these refer to projects, tasks and tags before there is a time entry. */
async function listIdsInRunningTimer(db: Db, userId: string) {
  const runs = await db
    .selectFrom('timer_runs')
    .select('run')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  const events = runs.flatMap(({ run }) => (JSON.parse(run) as Run).log.map(({ event }) => event))
  return [...new Set(events.flatMap(listReferences))]
}

function listReferences(event: TimerEvent): string[] {
  if (event.type !== 'start' && event.type !== 'subject') return []
  const { projectId, taskId, tags = [] } = event.type === 'start' ? event.subject : event.change
  return [projectId, taskId, ...tags].filter((id) => typeof id === 'string')
}
