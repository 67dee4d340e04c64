import { goals } from '#contract/goals/goals.ts'
import type { Overview } from '#contract/overview.ts'
import { type TimeEntry, timeEntries } from '#contract/time-entries.ts'
import { goalOn, historiesOf, isGoal } from '#core/goals/goals.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { Segment } from '#core/time/segments.ts'
import { startOfDate } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'

type Day = Overview['today']

/** The goals of one day, of all work or of a project, and what was done of them. */
export type DayGoals = readonly Pick<Overview['goals'][number], 'project' | 'day'>[]

const MAX_ENTRIES = 200

/** The same figures of a day as the overview has of today, with the goals that counted then. */
export async function fetchDay(date: string, zone: string): Promise<Day & { goals: DayGoals }> {
  const day: Segment = [startOfDate(date, zone), startOfDate(shiftDate(date, 1), zone)]
  const [startDate, endDate] = [toIsoTime(day[0]), toIsoTime(day[1])]
  const [entries, goals] = await Promise.all([
    call(timeEntries.list, { query: { startDate, endDate, limit: MAX_ENTRIES } }),
    fetchGoals(date, zone),
  ])
  return { ...toDay(date, day, entries), goals }
}

async function fetchGoals(date: string, zone: string): Promise<DayGoals> {
  const histories = [...historiesOf(await call(goals.list, {}))]
  const scopes = histories.flatMap(([project, history]) => {
    const goal = goalOn(history, date)
    return goal !== undefined && isGoal(goal) ? [project] : []
  })
  return Promise.all(
    scopes.map(async (project) => {
      const query = { from: date, to: date, zone, ...(project !== null && { project }) }
      const [day] = (await call(goals.progress, { query })).days
      return { project, day: day ?? NOTHING_DONE }
    }),
  )
}

const NOTHING_DONE = { target: null, milliseconds: 0, sessions: 0 }

/** Counts only the time within the day. */
export function toDay(date: string, [from, to]: Segment, entries: TimeEntry[]): Day {
  const segments = entries
    .flatMap(({ segments, project }) =>
      segments.map(({ start, end }) => {
        const [startsAt, endsAt] = [Math.max(Date.parse(start), from), Math.min(Date.parse(end), to)]
        return { start: toIsoTime(startsAt), end: toIsoTime(endsAt), project, milliseconds: endsAt - startsAt }
      }),
    )
    .filter(({ milliseconds }) => milliseconds > 0)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return {
    day: date,
    start: toIsoTime(from),
    end: toIsoTime(to),
    milliseconds: segments.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    segments,
    entryCount: entries.length,
    entries,
  }
}

const toIsoTime = (at: number) => new Date(at).toISOString()
