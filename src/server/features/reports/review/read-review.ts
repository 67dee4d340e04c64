import type { WeekReview } from '#contract/goals/review.ts'
import { dayTargetOn, type GoalHistory, weekTargetOf } from '#core/goals/goals.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { countSessionsByRange, listGoalsOf } from '#server/features/goals/queries.ts'
import { findLongestEntry } from '#server/features/reports/review/queries.ts'
import { type ReportQuery, resolveQuery } from '#server/features/reports/resolve-query.ts'
import { readRhythm } from '#server/features/reports/rhythm.ts'
import { readSummary } from '#server/features/reports/summary.ts'

export interface ReviewedWeek {
  /** A day of the week. */
  day: string
  zone: string
  weekStart: number
}

const WEEKS_BEFORE = 4

/** Everything about one week, compared with the average of the four weeks before. */
export async function readReview(db: Db, userId: string, week: ReviewedWeek): Promise<WeekReview> {
  const { zone, weekStart } = week
  const from = weekStartOf(week.day, weekStart)
  const to = shiftDate(from, 6)
  const range = { from, to, zone, weekStart, ...UNFILTERED }
  const earlier = { ...range, from: shiftDate(from, -7 * WEEKS_BEFORE), to: shiftDate(from, -1) }
  const byProject = await readSummary(db, userId, range, ['project', 'task'])
  const before = await readSummary(db, userId, earlier, ['project'])
  const timeBefore = new Map(before.lines.map(({ key, milliseconds }) => [key, milliseconds]))
  const history = await listGoalsOf(db, userId, null)
  const days = await readDays(db, userId, range, history)
  const done = { milliseconds: byProject.milliseconds, sessions: byProject.stats.completed }
  return {
    from,
    to,
    ...done,
    days,
    week: { target: weekTargetOf(history, from), ...done },
    projects: byProject.lines.map(({ key, milliseconds, lines }) => ({
      project: String(key),
      milliseconds,
      before: Math.round((timeBefore.get(key) ?? 0) / WEEKS_BEFORE),
      tasks: lines.map(({ key, milliseconds }) => ({ task: key, milliseconds })),
    })),
    hours: await readHours(db, userId, range),
    longest: await readLongest(db, userId, range),
    before: {
      milliseconds: Math.round(before.milliseconds / WEEKS_BEFORE),
      sessions: Math.round(before.stats.completed / WEEKS_BEFORE),
    },
  }
}

const UNFILTERED = { tagMatch: 'any', rounding: 'off', roundingMinutes: 1, roundingPer: 'entry' } as const

async function readDays(db: Db, userId: string, query: ReportQuery, history: GoalHistory) {
  const { lines } = await readSummary(db, userId, query, ['day', 'project'])
  const lineOf = new Map(lines.map((line) => [line.key, line]))
  const days = splitIntoBuckets(periodOf(query.from, query.to, query.zone), 'day', query.zone)
  const sessions = await countSessionsByRange(db, userId, days, null)
  return days.map(({ date }, index) => {
    const { milliseconds = 0, lines: projects = [] } = lineOf.get(date) ?? {}
    return {
      day: date,
      target: dayTargetOn(history, date),
      milliseconds,
      sessions: sessions[index]!,
      projects: projects.map(({ key, milliseconds }) => ({ project: String(key), milliseconds })),
    }
  })
}

async function readHours(db: Db, userId: string, query: ReportQuery) {
  const rhythm = await readRhythm(db, await resolveQuery(db, userId, query, ['day']))
  return Array.from({ length: 24 }, (_, hour) => rhythm.reduce((sum, day) => sum + day[hour]!, 0))
}

async function readLongest(db: Db, userId: string, { from, to, zone }: ReportQuery): Promise<WeekReview['longest']> {
  const entry = await findLongestEntry(db, userId, periodOf(from, to, zone))
  return (
    entry && {
      project: entry.project_id,
      task: entry.task_id,
      start: toIsoTime(entry.started_at),
      end: toIsoTime(entry.ended_at),
      milliseconds: entry.duration_ms,
    }
  )
}
