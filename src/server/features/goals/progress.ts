import type { DayProgress, GoalProgress } from '#contract/goals/goals.ts'
import { goalStreak } from '#core/goals/goal-progress.ts'
import { dayTargetOn, type GoalHistory, weekTargetOf } from '#core/goals/goals.ts'
import { groupBy } from '#core/group-by.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import type { Db } from '#server/db/connect.ts'
import { sumWorkByRange } from '#server/features/overview/queries.ts'
import { countSessionsByRange } from './session-counts.ts'

/** A streak is looked for in the days of a year. */
const STREAK_DAYS = 366

export interface ProgressQuery {
  from: string
  to: string
  zone: string
  weekStart: number
  project: string | null
  today: string
}

/** What was done of a goal on each day and in each whole week of a range, and the streak up to today. */
export async function readProgress(
  db: Db,
  userId: string,
  { history, ...query }: ProgressQuery & { history: GoalHistory },
): Promise<GoalProgress> {
  const { from, to, today, weekStart } = query
  const first = history[0]?.from
  if (first === undefined || first > today) return NO_PROGRESS
  const [begin, end] = [latest(from, first), earliest(to, today)]
  const weekEnd = earliest(shiftDate(weekStartOf(end, weekStart), 6), today)
  const streakBegin = latest(first, shiftDate(today, 1 - STREAK_DAYS))
  const isEmpty = begin > end
  const days = isEmpty
    ? []
    : await readDays(db, userId, { ...query, history, from: weekStartOf(begin, weekStart), to: weekEnd })
  const streakDays = await readDays(db, userId, { ...query, history, from: streakBegin, to: today })
  return {
    days: days.filter(({ day }) => day >= begin && day <= end),
    weeks: toWeeks(days, history, weekStart),
    endsToday: !isEmpty && end === today,
    streak: goalStreak(streakDays, true),
  }
}

const NO_PROGRESS: GoalProgress = { days: [], weeks: [], endsToday: false, streak: { current: 0, longest: 0 } }

const latest = (a: string, b: string) => (a > b ? a : b)
const earliest = (a: string, b: string) => (a < b ? a : b)

interface DaysQuery extends Omit<ProgressQuery, 'today' | 'weekStart'> {
  history: GoalHistory
}

async function readDays(
  db: Db,
  userId: string,
  { history, from, to, zone, project }: DaysQuery,
): Promise<DayProgress[]> {
  const days = splitIntoBuckets(periodOf(from, to, zone), 'day', zone)
  const times = await sumWorkByRange(db, userId, days, project ?? '')
  const sessions = await countSessionsByRange(db, userId, days, project)
  return days.map(({ date }, index) => ({
    day: date,
    target: dayTargetOn(history, date),
    milliseconds: times[index]!,
    sessions: sessions[index]!,
  }))
}

function toWeeks(days: readonly DayProgress[], history: GoalHistory, weekStart: number): DayProgress[] {
  const weeks = groupBy(days, ({ day }) => weekStartOf(day, weekStart))
  return Array.from(weeks, ([day, days]) => ({
    day,
    target: weekTargetOf(history, day),
    milliseconds: days.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    sessions: days.reduce((sum, { sessions }) => sum + sessions, 0),
  }))
}
