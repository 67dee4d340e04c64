import type { Selectable } from 'kysely'
import type { Project, ProjectChange, ProjectDraft } from '#contract/projects.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { readInPages, selectSome, type SomeRows } from '#server/db/read-in-parts.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'
import { countTimeEntries, moveSomeTimeEntries } from '#server/features/time-entries/queries.ts'
import { moveRecordToTrash, moveSomeOfProject } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'

export async function readProjects(db: Db, userId: string, some: SomeRows) {
  const rows = await selectSome(db, selectProjects(db, userId), some).execute()
  return rows.map(toJson)
}

export const listProjectNames = (db: Db, userId: string) =>
  readInPages(db.selectFrom('projects').select(['id', 'name', 'client_id']).where('user_id', '=', userId))

export async function findProject(db: Db, userId: string, id: string) {
  const row = await selectProjects(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

/** Cheaper than `findProject`: the timer asks with each command. */
export const hasProject = async (db: Db, userId: string, id: string) =>
  (await selectProjectId(db, { userId, id })).length > 0

const selectProjectId = compileOnce((db, { userId, id }: { userId: string; id: string }) =>
  db.selectFrom('projects').select('id').where('user_id', '=', userId).where('id', '=', id),
)

export async function insertProject(db: Db, userId: string, project: WithId<ProjectDraft>, now: number) {
  const { client, isPinned, ...fields } = project
  const row = await db
    .insertInto('projects')
    .values({
      ...fields,
      client_id: client,
      pinned: Number(isPinned),
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson({ ...row, open_tasks: 0 })
}

export async function updateProject(db: Db, userId: string, change: WithId<ProjectChange>, now: number) {
  const { id, client, isPinned, ...fields } = change
  await db
    .updateTable('projects')
    .set({
      ...fields,
      client_id: client,
      pinned: isPinned === undefined ? undefined : Number(isPinned),
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return findProject(db, userId, id)
}

/** The tasks come after the time entries, which refer to them. */
export function deleteProjectContents(removal: ItemRemoval): DeleteStep[] {
  const target = toTarget(removal)
  const entries = moveSomeTimeEntries(target, { projectId: removal.id })
  return [entries, moveSomeOfProject(target, 'tasks'), moveSomeOfProject(target, 'goals')]
}

/** Deletes a project that has no tasks and time entries any more. */
export const deleteProject = (db: Db, removal: ItemRemoval) => moveRecordToTrash(db, 'projects', toTarget(removal))

const toTarget = (removal: ItemRemoval) => ({ ...removal, kind: 'project' as const })

export async function countProjectContents(db: Db, userId: string, id: string) {
  const { tasks } = await db
    .selectFrom('tasks')
    .select((row) => row.fn.countAll<number>().as('tasks'))
    .where('user_id', '=', userId)
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow()
  return { tasks, ...(await countTimeEntries(db, userId, { projectId: id })) }
}

const selectProjects = (db: Db, userId: string) =>
  db
    .selectFrom('projects')
    .selectAll()
    .select((project) =>
      project
        .selectFrom('tasks')
        .select((task) => task.fn.countAll<number>().as('count'))
        .where('tasks.user_id', '=', userId)
        .whereRef('tasks.project_id', '=', 'projects.id')
        .where('tasks.status', '!=', 'completed')
        .$asScalar()
        .$notNull()
        .as('open_tasks'),
    )
    .where('user_id', '=', userId)

function toJson(row: Selectable<Schema['projects']> & { open_tasks: number }): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    color: row.color,
    client: row.client_id,
    status: row.status,
    isPinned: row.pinned === 1,
    openTasks: row.open_tasks,
    user: row.user_id,
    ...timestampsOf(row),
  }
}
