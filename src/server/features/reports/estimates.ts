import { sql } from 'kysely'
import type { ReportFilter } from '#contract/reports.ts'
import type { EstimatedTask } from '#core/tasks/estimate-report.ts'
import { NO_WORK, type Work } from '#core/tasks/estimate.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, isStillWanted } from '#server/db/engine-sql.ts'
import { sumWithinBuckets } from './grouped-sums.ts'
import { resolveQuery } from './resolve-query.ts'
import { readEntriesAcrossBuckets } from './split-entries.ts'

/** The tasks with an estimate that have time in a report, with all work on each. Nothing is rounded. */
export async function readEstimates(db: Db, userId: string, filter: ReportFilter): Promise<EstimatedTask[]> {
  const inPeriod = await sumByTask(db, userId, filter)
  const tasks = await listEstimatedTasks(db, userId, [...inPeriod.keys()])
  const works = await sumAllWork(db, userId, JSON.stringify(tasks.map(({ id }) => id)))
  return tasks.map(({ id, project_id, status, unit, amount }) => ({
    task: id,
    project: project_id,
    estimate: { unit: unit!, amount: amount! },
    isCompleted: status === 'completed',
    work: works.get(id) ?? NO_WORK,
    workInPeriod: inPeriod.get(id)!,
  }))
}

/** The work on each task within the days of a report. */
async function sumByTask(db: Db, userId: string, filter: ReportFilter) {
  const resolved = await resolveQuery(db, userId, { ...filter, ...UNROUNDED }, ['task'])
  const works = new Map<string, Work>()
  const add = (task: string | null, milliseconds: number, sessions: number) => {
    if (task === null) return
    const work = works.get(task) ?? NO_WORK
    works.set(task, { milliseconds: work.milliseconds + milliseconds, sessions: work.sessions + sessions })
  }
  for (const { task, milliseconds, completed } of await sumWithinBuckets(db, resolved, ['task']))
    add(task, milliseconds, completed)
  for await (const { task, stats } of readEntriesAcrossBuckets(db, resolved))
    add(task, stats.longestMilliseconds, stats.completed)
  return works
}

const UNROUNDED = { rounding: 'off', roundingMinutes: 1, roundingPer: 'entry' } as const

const listEstimatedTasks = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('tasks')
    .select(['id', 'project_id', 'status', 'estimate_unit as unit', 'estimate_amount as amount'])
    .where('user_id', '=', userId)
    .where('estimate_unit', 'is not', null)
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .execute()

/** Adds up all entries of some tasks, whose ids are given as JSON. */
export const selectAllWork = (db: Db, userId: string, ids: string) =>
  db
    .selectFrom('time_entries as entry')
    .select((row) => [
      'entry.task_id as task',
      row.fn.sum<number>('entry.duration_ms').as('milliseconds'),
      sql<number>`count(*) filter (where entry.duration_ms >= entry.planned_ms)`.as('sessions'),
    ])
    .where('entry.user_id', '=', userId)
    .where(isOneOf(db, 'entry.task_id', ids))
    .where(isStillWanted(db, 'entry'))
    .groupBy('entry.task_id')

async function sumAllWork(db: Db, userId: string, ids: string): Promise<Map<string | null, Work>> {
  const rows = await selectAllWork(db, userId, ids).execute()
  return new Map(rows.map(({ task, ...work }) => [task, work]))
}
