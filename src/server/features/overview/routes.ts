import type { FastifyInstance } from 'fastify'
import { type Overview, overview } from '#contract/overview.ts'
import { isRestDay } from '#core/goals/goals.ts'
import { averageWorkedDay, streaksOf } from '#core/time-entries/worked-days.ts'
import { addDays, startOfWeek } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { toIsoTime } from '#server/db/values.ts'
import { listGoals, readGoalsToday } from '#server/features/goals/queries.ts'
import { listTimeEntriesByIds } from '#server/features/time-entries/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { listLatestSegments, type Range, sumSegments, sumWorkByProject, sumWorkByRange } from './queries.ts'

const HEATMAP_WEEKS = 26
const AVERAGE_DAYS = 30
const MAX_ENTRIES = 50
const MAX_SEGMENTS = 1_000

type Day = Range & { day: string }

export function overviewRoutes(app: FastifyInstance, services: Services) {
  const { now, questions } = services

  serve(app, services, overview.read, async ({ session: { userId }, query: { zone, weekStart }, request }) => {
    const at = now()
    const days = listDays(at, zone, weekStart)
    const [firstDay, today] = [days[0]!, days.at(-1)!]
    const week = { from: startOfWeek(at, zone, weekStart), to: today.to }
    const { allGoals, totals, projects, todayOverview, goals } = await questions.ask(
      { userId, request },
      async (reader) => {
        const projects = await sumWorkByProject(reader, userId, week)
        const allGoals = await listGoals(reader, userId)
        return {
          allGoals,
          totals: await sumWorkByRange(reader, userId, days),
          projects,
          todayOverview: await readToday(reader, userId, today),
          goals: await readGoalsToday(reader, userId, {
            goals: allGoals,
            date: today.day,
            today,
            week,
            weekStart,
            projects,
          }),
        }
      },
    )
    const ofAllWork = allGoals.filter(({ project }) => project === null)
    const dayTotals = days.map(({ day }, index) => ({ day, milliseconds: totals[index]! }))
    const weekDays = dayTotals.slice(days.findIndex(({ from }) => from >= week.from))

    return {
      today: todayOverview,
      week: { milliseconds: sumOf(weekDays.map(({ milliseconds }) => milliseconds)), projects, days: weekDays },
      heatmap: { firstDay: firstDay.day, days: dayTotals.filter(({ milliseconds }) => milliseconds > 0) },
      streak: streaksOf(totals, (index) => isRestDay(ofAllWork, days[index]!.day)),
      goals,
      averageMilliseconds: averageWorkedDay(totals.slice(-AVERAGE_DAYS)),
    }
  })
}

/** The days of the last weeks, today last, without dates that the zone has skipped. */
function listDays(now: number, zone: string, weekStart: number): Day[] {
  const names = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
  const days: Day[] = []
  let from = addDays(startOfWeek(now, zone, weekStart), 7 * (1 - HEATMAP_WEEKS), zone)
  while (from <= now) {
    // In a week without a clock change days are computed, because formatting each with `Intl` is slower than the query.
    const isRegularWeek = addDays(from, 7, zone) - from === 7 * DAY_MS
    const firstDay = Date.parse(names.format(from))
    for (let count = 0; count < 7 && from <= now; count++) {
      const to = isRegularWeek ? from + DAY_MS : addDays(from, 1, zone)
      const day = isRegularWeek ? toIsoTime(firstDay + count * DAY_MS).slice(0, 10) : names.format(from)
      days.push({ day, from, to })
      from = to
    }
  }
  return days
}

async function readToday(db: Db, userId: string, { day, from, to }: Day): Promise<Overview['today']> {
  const found = await listLatestSegments(db, userId, { from, to }, MAX_SEGMENTS + 1)
  const segments = found.slice(-MAX_SEGMENTS).map((segment) => ({
    ...segment,
    start: Math.max(segment.started_at, from),
    end: Math.min(segment.ended_at, to),
  }))
  const ids = [...new Set(segments.map(({ entry_id }) => entry_id))]
  const { milliseconds, entryCount } =
    found.length > MAX_SEGMENTS
      ? await sumSegments(db, userId, { from, to })
      : { milliseconds: sumOf(segments.map(({ start, end }) => end - start)), entryCount: ids.length }
  return {
    day,
    start: toIsoTime(from),
    end: toIsoTime(to),
    milliseconds,
    segments: segments.map(({ start, end, project }) => ({ start: toIsoTime(start), end: toIsoTime(end), project })),
    entryCount,
    entries: await listNewestEntries(db, userId, ids),
  }
}

/** Lists the newest of some entries. `ids` are in order of time; a query by time would scan all entries. */
async function listNewestEntries(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const entries = await listTimeEntriesByIds(db, userId, ids.slice(-MAX_ENTRIES))
  return entries.toSorted((a, b) => Date.parse(b.startTime) - Date.parse(a.startTime) || (a.id < b.id ? 1 : -1))
}

const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length, 0)
