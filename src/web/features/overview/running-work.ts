import type { Overview } from '#contract/overview.ts'
import { averageWorkedDay } from '#core/time-entries/worked-days.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { DAY_MS } from '#core/time/units.ts'

/** The timer's current work, which the server counts only after it is saved. */
export interface RunningWork {
  /** Start of the future entry: of the focus session, or of the entry that it continues. */
  startedAt: number
  segments: readonly Segment[]
  /** If true, the first segment reaches from the start of the continued entry to the start of the current work. */
  isContinuing: boolean
  projectId: string
  elapsedMs: number
}

/** The running work with everything that its entry will show. */
export interface RunningEntry extends RunningWork {
  /** Null while it runs. */
  pausedAt: number | null
  taskId: string | null
  tags: readonly string[]
  notes: string
}

const AVERAGE_DAYS = 30

/** The overview as if the running work were saved now. */
export function addRunningWork(overview: Overview, running: RunningWork | null): Overview {
  if (running === null) return overview
  const { today, week, heatmap, streak } = overview
  const added = uncountedSegments(today, running)
  const milliseconds = totalOf(added)
  if (milliseconds === 0) return overview

  const project = running.projectId
  const segments = added.map(([start, end]) => ({ start: toIsoTime(start), end: toIsoTime(end), project }))
  const inHeatmap = heatmap.days.find(({ day }) => day === today.day)?.milliseconds ?? 0
  const worked = { day: today.day, milliseconds: inHeatmap + milliseconds }
  const days = [...heatmap.days.filter(({ day }) => day !== today.day), worked]
  const lengths = fillCalendar(heatmap.firstDay, worked.day, days).map((day) => day.milliseconds)
  return {
    today: {
      ...today,
      milliseconds: today.milliseconds + milliseconds,
      entryCount: today.entryCount + (findContinuedEntry(today, running) === undefined ? 1 : 0),
      segments: [...today.segments, ...segments].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
    },
    week: {
      milliseconds: week.milliseconds + milliseconds,
      projects: addToProject(week.projects, project, milliseconds),
      days: week.days.map((day) => (day.day === worked.day ? worked : day)),
    },
    heatmap: { ...heatmap, days },
    streak: inHeatmap > 0 ? streak : withToday(streak),
    goals: overview.goals.map((goal) => (isGoalOf(goal, project) ? addToGoal(goal, milliseconds) : goal)),
    averageMilliseconds: averageWorkedDay(lengths.slice(-AVERAGE_DAYS)),
  }
}

/** The first work of a day. */
const withToday = ({ current, longest }: Overview['streak']) => ({
  current: current + 1,
  longest: Math.max(longest, current + 1),
})

type GoalToday = Overview['goals'][number]

const isGoalOf = (goal: GoalToday, project: string) => goal.project === null || goal.project === project

const addToGoal = ({ project, day, week }: GoalToday, milliseconds: number): GoalToday => ({
  project,
  day: { ...day, milliseconds: day.milliseconds + milliseconds },
  week: { ...week, milliseconds: week.milliseconds + milliseconds },
})

/** Adds the days without work. */
export function fillCalendar(first: string, last: string, days: Overview['heatmap']['days']) {
  const lengths = new Map(days.map(({ day, milliseconds }) => [day, milliseconds]))
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => {
    const date = toIsoTime(Date.parse(first) + index * DAY_MS).slice(0, 10)
    return { date, milliseconds: lengths.get(date) ?? 0 }
  })
}

/** The entry that the running work continues. */
export const findContinuedEntry = ({ entries }: Overview['today'], running: RunningWork | null) =>
  entries.find(({ startTime }) => Date.parse(startTime) === running?.startedAt)

/**
 * The running work of this day that the overview does not count yet. The first segment of a continued entry is new
 * where no entry of today covers it. All others are new where the continued entry does not cover them.
 */
function uncountedSegments(today: Overview['today'], running: RunningWork): Segment[] {
  const continued = findContinuedEntry(today, running)?.segments ?? []
  const inheritedCount = running.isContinuing ? 1 : 0
  const uncounted = [
    ...subtractSegments(running.segments.slice(0, inheritedCount), today.segments.map(parseSegment)),
    ...subtractSegments(running.segments.slice(inheritedCount), continued.map(parseSegment)),
  ]
  const [from, to] = [Date.parse(today.start), Date.parse(today.end)]
  return uncounted
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
}

const parseSegment = ({ start, end }: { start: string; end: string }): Segment => [Date.parse(start), Date.parse(end)]

function addToProject(projects: Overview['week']['projects'], project: string, milliseconds: number) {
  const before = projects.find((share) => share.project === project)?.milliseconds ?? 0
  const others = projects.filter((share) => share.project !== project)
  return [...others, { project, milliseconds: before + milliseconds }].toSorted(
    (a, b) => b.milliseconds - a.milliseconds,
  )
}

const toIsoTime = (at: number) => new Date(at).toISOString()
