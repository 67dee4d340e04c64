import type { Selectable } from 'kysely'
import type { Task, TaskChange, TaskDraft } from '#contract/tasks.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { readInPages, selectSome, type SomeRows } from '#server/db/read-in-parts.ts'
import { moveRecordToTrash, moveSomeLinks } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, type WithId } from '#server/db/values.ts'

export async function readTasks(db: Db, userId: string, some: SomeRows, projectId?: string) {
  const all = selectTasks(db, userId)
  const ofProject = projectId === undefined ? all : all.where('project_id', '=', projectId)
  const rows = await selectSome(db, ofProject, some).execute()
  return rows.map(toJson)
}

export const listTaskNames = (db: Db, userId: string, projectId?: string) =>
  readInPages(
    db
      .selectFrom('tasks')
      .select(['id', 'name', 'project_id'])
      .where('user_id', '=', userId)
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!)),
  )

export async function findTask(db: Db, userId: string, id: string) {
  const row = await selectTasks(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toJson(row)
}

export async function insertTask(db: Db, userId: string, task: WithId<TaskDraft>, now: number) {
  const { project, ...fields } = task
  const row = await db
    .insertInto('tasks')
    .values({ ...fields, project_id: project, user_id: userId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

/** If the task moves to another project, its time entries move too, by a foreign key. */
export async function updateTask(db: Db, userId: string, change: WithId<TaskChange>, now: number) {
  const { id, project, ...fields } = change
  const row = await db
    .updateTable('tasks')
    .set({ ...fields, project_id: project, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toJson(row)
}

/** Counts the time entries of a task, but not beyond a maximum, because there may be very many. */
export async function countEntriesUpTo(
  db: Db,
  userId: string,
  { taskId, maximum }: { taskId: string; maximum: number },
) {
  const some = db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .limit(maximum)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The time entries of a deleted task stay, without a task. */
export const removeTaskFromEntries = (removal: ItemRemoval): DeleteStep[] => [
  moveSomeLinks(toTarget(removal), 'time_entries.task_id'),
]

/** Deletes a task that no time entry has any more. */
export const deleteTask = (db: Db, removal: ItemRemoval) => moveRecordToTrash(db, 'tasks', toTarget(removal))

const toTarget = (removal: ItemRemoval) => ({ ...removal, kind: 'task' as const })

const selectTasks = (db: Db, userId: string) => db.selectFrom('tasks').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['tasks']>): Task {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    project: row.project_id,
    status: row.status,
    ...timestampsOf(row),
  }
}
