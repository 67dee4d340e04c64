import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import type { ExistingRecords, NewRecords } from './name-resolver.ts'
import type { InsertContext } from './queries.ts'

export async function listExistingRecords(db: Db, userId: string): Promise<ExistingRecords> {
  const [clients, tags] = [
    await db.selectFrom('clients').select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute(),
    await db.selectFrom('tags').select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute(),
  ]
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
  return { clients, projects, tasks, tags }
}

/** Changes whenever something that a user has is made, changed or deleted. */
export async function readRecordsVersion(db: Db, userId: string) {
  const part = (table: string) => sql`(select count(*) || ' ' || coalesce(max(updated_at), 0)
    from ${sql.table(table)} where user_id = ${userId})`
  const { rows } = await sql<{ state: string }>`
    select ${sql.join(['clients', 'projects', 'tasks', 'tags'].map(part), sql` || ' ' || `)} as state`.execute(db)
  return rows[0]!.state
}

/** Makes them, and remembers for which import. */
export async function insertNewRecords(db: Db, userId: string, things: NewRecords, occasion: InsertContext) {
  const { now, yielder: pace } = occasion
  const shared = { user_id: userId, created_at: now, updated_at: now }
  const { clients, projects, tasks, tags } = things
  if (clients.length > 0)
    await db
      .insertInto('clients')
      .values(clients.map((client) => ({ ...shared, ...client, contact_info: '' })))
      .execute()
  if (projects.length > 0)
    await db
      .insertInto('projects')
      .values(projects.map((project) => ({ ...shared, ...project, description: '', status: 'active' })))
      .execute()
  if (tasks.length > 0)
    await db
      .insertInto('tasks')
      .values(tasks.map((task) => ({ ...shared, ...task, description: '', status: 'pending' })))
      .execute()
  for (let from = 0; from < tags.length; from += MAX_ROWS_PER_INSERT) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    await db
      .insertInto('tags')
      .values(
        tags.slice(from, from + MAX_ROWS_PER_INSERT).map((tag) => ({ ...shared, ...tag, name_key: nameKey(tag.name) })),
      )
      .execute()
  }
  await linkToImport(db, userId, things, occasion)
}

const MAX_ROWS_PER_INSERT = 1_000
const KINDS = [
  ['client', 'clients'],
  ['project', 'projects'],
  ['task', 'tasks'],
  ['tag', 'tags'],
] as const

async function linkToImport(db: Db, userId: string, things: NewRecords, { importId, yielder: pace }: InsertContext) {
  const made = KINDS.flatMap(([kind, list]) =>
    things[list].map(({ id }) => ({ user_id: userId, import_id: importId, kind, thing_id: id })),
  )
  for (let from = 0; from < made.length; from += MAX_ROWS_PER_INSERT) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    await db
      .insertInto('import_things')
      .values(made.slice(from, from + MAX_ROWS_PER_INSERT))
      .execute()
  }
}

/** Deletes what an import made and nothing uses any longer, unless it was changed since. */
export async function deleteUnusedRecords(db: Db, userId: string, importId: string) {
  const inTimer = await listIdsInRunningTimer(db, userId)
  const remove = async (kind: (typeof KINDS)[number][0], table: (typeof KINDS)[number][1], use: [string, string][]) => {
    const unused = use.map(
      ([user, column]) => sql`not exists (select 1 from ${sql.table(user)} as used
        where used.user_id = ${userId} and used.${sql.ref(column)} = ${sql.table(table)}.id)`,
    )
    const { rows } = await sql`delete from ${sql.table(table)}
      where user_id = ${userId} and updated_at = created_at
        and id in (select thing_id from import_things
          where user_id = ${userId} and import_id = ${importId} and kind = ${kind})
        ${inTimer.length > 0 ? sql`and id not in (${sql.join(inTimer)})` : sql``}
        and ${sql.join(unused, sql` and `)}
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

/** What the timer is working on is in use too. */
async function listIdsInRunningTimer(db: Db, userId: string) {
  const runs = await db
    .selectFrom('timer_runs')
    .select('run')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return [...new Set(runs.flatMap(({ run }) => run.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []))]
}
