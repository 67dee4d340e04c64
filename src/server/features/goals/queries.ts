import { type Selectable, sql } from 'kysely'
import type { Overview } from '#contract/overview.ts'
import {
  dayTargetOn,
  type Goal,
  type GoalHistory,
  goalOn,
  historiesOf,
  isGoal,
  ownWeekTargetOn,
} from '#core/goals/goals.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint, isStillWanted } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import { type Range, sumWorkByProject } from '#server/features/overview/queries.ts'

export { readProgress } from './progress.ts'
export { countSessionsByRange } from './session-counts.ts'

type Row = Selectable<Schema['goals']>

/** All goals: those of all work, then by project, each in the order of their days. */
export async function listGoals(db: Db, userId: string): Promise<Goal[]> {
  const rows = await db.selectFrom('goals').selectAll().where('user_id', '=', userId).orderBy('first_day').execute()
  const goals = rows.map(toGoal)
  return goals.toSorted((a, b) => ((a.project ?? '') < (b.project ?? '') ? -1 : a.project === b.project ? 0 : 1))
}

/** The goals of a project, or of all work, in the order of their days. */
export async function listGoalsOf(db: Db, userId: string, project: string | null): Promise<Goal[]> {
  const rows = await db
    .selectFrom('goals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('project_id', project === null ? 'is' : '=', project)
    .orderBy('first_day')
    .execute()
  return rows.map(toGoal)
}

/** Replaces the goals of a project, or of all work. */
export async function replaceGoals(db: Db, userId: string, project: string | null, goals: GoalHistory) {
  await db
    .deleteFrom('goals')
    .where('user_id', '=', userId)
    .where('project_id', project === null ? 'is' : '=', project)
    .execute()
  await insertRows(
    db,
    'goals',
    goals.map((goal) => toRow(userId, goal)),
  )
}

/** At most one goal of a project, or of all work, begins on a day. */
export const goalIdOf = (project: string | null, firstDay: string) => `${project ?? 'all'}.${firstDay}`

const toRow = (userId: string, { project, from, days, week }: Goal): Row => ({
  user_id: userId,
  id: goalIdOf(project, from),
  project_id: project,
  first_day: from,
  targets: JSON.stringify({ days, week }),
})

const toGoal = ({ project_id, first_day, targets }: Row): Goal => ({
  project: project_id,
  from: first_day,
  ...(JSON.parse(targets) as Pick<Goal, 'days' | 'week'>),
})

interface TodayAndWeek {
  /** Of all scopes. */
  goals: readonly Goal[]
  date: string
  today: Range
  /** Until the end of today. */
  week: Range
  weekStart: number
  /** The time worked in the week. */
  projects: Overview['week']['projects']
}

/** The goals that count today, and what was done of them. */
export async function readGoalsToday(db: Db, userId: string, days: TodayAndWeek): Promise<Overview['goals']> {
  const histories = [...historiesOf(days.goals)]
  const present = histories.filter(([, history]) => isGoal(goalOn(history, days.date) ?? NO_GOAL))
  if (present.length === 0) return []
  const today = await sumWorkByProject(db, userId, days.today)
  const sessions = await countSessionsByProject(db, userId, days)
  return present.map(([project, history]) => {
    const sumOf = (times: Overview['week']['projects']) =>
      sum(times.filter((time) => isIn(project, time.project)).map(({ milliseconds }) => milliseconds))
    const counts = sessions.filter((count) => isIn(project, count.project))
    return {
      project,
      day: {
        target: dayTargetOn(history, days.date),
        milliseconds: sumOf(today),
        sessions: sum(counts.map((count) => count.today)),
      },
      week: {
        target: ownWeekTargetOn(history, days.date, days.weekStart),
        milliseconds: sumOf(days.projects),
        sessions: sum(counts.map((count) => count.week)),
      },
    }
  })
}

const NO_GOAL = { days: [], week: { minutes: 0, sessions: 0 } }
const isIn = (scope: string | null, project: string) => scope === null || scope === project
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The completed focus sessions that began today and in the week, by project. */
function countSessionsByProject(db: Db, userId: string, { today, week }: TodayAndWeek) {
  const isToday = sql<number>`case when entry.started_at >= ${bigint(today.from)} then 1 else 0 end`
  return db
    .selectFrom('time_entries as entry')
    .select((row) => [
      'project_id as project',
      row.fn.countAll<number>().as('week'),
      row.fn.sum<number>(isToday).as('today'),
    ])
    .where('user_id', '=', userId)
    .where('started_at', '>=', week.from)
    .where('started_at', '<', week.to)
    .whereRef('duration_ms', '>=', 'planned_ms')
    .where(isStillWanted(db, 'entry'))
    .groupBy('project_id')
    .execute()
}
