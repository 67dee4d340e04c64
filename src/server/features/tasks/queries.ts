import { type Selectable, sql } from 'kysely'
import type { Task, TaskChange, TaskDraft, TaskProgress } from '#contract/tasks.ts'
import type { Estimate } from '#core/tasks/estimate.ts'
import type { Db } from '#server/db/connect.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isStillWanted } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { readInPages, selectSome, type SomeRows } from '#server/db/read-in-parts.ts'
import { moveRecordToTrash, moveSomeLinks } from '#server/features/trash/queries.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import { timestampsOf, toIsoTime, type WithId } from '#server/db/values.ts'

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
  const { project, estimate, planned, ...fields } = task
  const row = await db
    .insertInto('tasks')
    .values({
      ...fields,
      ...toEstimateColumns(estimate),
      ...toPlanColumns(planned),
      project_id: project,
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toJson(row)
}

/** If the task moves to another project, its time entries move too, by a foreign key. */
export async function updateTask(db: Db, userId: string, change: WithId<TaskChange>, now: number) {
  const { id, project, estimate, planned, ...fields } = change
  const row = await db
    .updateTable('tasks')
    .set({
      ...fields,
      ...(estimate !== undefined && toEstimateColumns(estimate)),
      ...(planned !== undefined && toPlanColumns(planned)),
      project_id: project,
      updated_at: now,
    })
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

/** Adds up the time and the completed focus sessions of the tasks with an estimate or a plan. */
export async function sumTaskProgress(db: Db, userId: string): Promise<TaskProgress[]> {
  const isCompleted = sql`entry.planned_ms <= entry.duration_ms`
  const isPlanned = sql`${isCompleted} and entry.ended_at > task.planned_at`
  const rows = await db
    .selectFrom('tasks as task')
    .innerJoin('time_entries as entry', (join) =>
      join.onRef('entry.user_id', '=', 'task.user_id').onRef('entry.task_id', '=', 'task.id'),
    )
    .where('task.user_id', '=', userId)
    .where(({ or, eb }) => or([eb('task.estimate_unit', 'is not', null), eb('task.planned_at', 'is not', null)]))
    .where(isStillWanted(db, 'entry'))
    .groupBy('task.id')
    .select((row) => [
      'task.id',
      row.fn.sum<number>('entry.duration_ms').as('milliseconds'),
      sql<number>`sum(case when ${isCompleted} then 1 else 0 end)`.as('sessions'),
      sql<number>`sum(case when ${isPlanned} then 1 else 0 end)`.as('plannedSessions'),
      sql<number | null>`max(case when ${isPlanned} then entry.ended_at end)`.as('lastPlannedAt'),
    ])
    .execute()
  return rows.map(({ id, lastPlannedAt, ...work }) => ({
    task: id,
    ...work,
    lastPlannedAt: lastPlannedAt === null ? null : toIsoTime(lastPlannedAt),
  }))
}

function toEstimate({ estimate_unit: unit, estimate_amount: amount }: Selectable<Schema['tasks']>): Estimate | null {
  return unit === null || amount === null ? null : { unit, amount }
}

const toEstimateColumns = (estimate: Estimate | null) => ({
  estimate_unit: estimate?.unit ?? null,
  estimate_amount: estimate?.amount ?? null,
})

function toPlan({ planned_sessions: sessions, plan_position: position, planned_at: at }: Selectable<Schema['tasks']>) {
  return sessions === null || position === null || at === null ? null : { sessions, position, since: toIsoTime(at) }
}

const toPlanColumns = (plan: TaskDraft['planned']) => ({
  planned_sessions: plan?.sessions ?? null,
  plan_position: plan?.position ?? null,
  planned_at: plan?.since ?? null,
})

const selectTasks = (db: Db, userId: string) => db.selectFrom('tasks').selectAll().where('user_id', '=', userId)

function toJson(row: Selectable<Schema['tasks']>): Task {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    project: row.project_id,
    status: row.status,
    estimate: toEstimate(row),
    planned: toPlan(row),
    ...timestampsOf(row),
  }
}
