import type { Overview } from '#contract/overview.ts'
import { type Stretch, subtract, totalOf } from '#core/timer/stretches.ts'
import { DAY_MS } from '#core/units.ts'
import { averageOf, streaksOf } from '#core/worked-days.ts'

/** What the timer is working on. The server counts it once it is saved. */
export interface Running {
  /** When its entry begins: the start of the session, or of the entry that it continues. */
  startedAt: number
  /** What was worked so far, up to now. */
  stretches: readonly Stretch[]
  /** The first stretch is all the time between the start of the entry that it continues and its own. */
  isContinuing: boolean
  projectId: string
  elapsedMs: number
}

const AVERAGED_DAYS = 30

/** The overview as it would be if the running session ended now. */
export function withRunning(overview: Overview, running: Running | null): Overview {
  if (running === null) return overview
  const { today, week, heatmap } = overview
  const added = unknownPart(today, running)
  const milliseconds = totalOf(added)
  if (milliseconds === 0) return overview

  const segments = added.map(([start, end]) => ({ start: toTime(start), end: toTime(end), project: running.projectId }))
  const inHeatmap = heatmap.days.find(({ day }) => day === today.day)?.milliseconds ?? 0
  const worked = { day: today.day, milliseconds: inHeatmap + milliseconds }
  const days = [...heatmap.days.filter(({ day }) => day !== today.day), worked]
  const lengths = calendarOf(heatmap.firstDay, worked.day, days).map((day) => day.milliseconds)
  return {
    today: {
      ...today,
      milliseconds: today.milliseconds + milliseconds,
      segments: [...today.segments, ...segments].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
    },
    week: {
      milliseconds: week.milliseconds + milliseconds,
      projects: addTo(week.projects, running.projectId, milliseconds),
      days: week.days.map((day) => (day.day === worked.day ? worked : day)),
    },
    heatmap: { ...heatmap, days },
    streak: streaksOf(lengths),
    averageMilliseconds: averageOf(lengths.slice(-AVERAGED_DAYS)),
  }
}

/** Every day from the first to the last. */
export function calendarOf(first: string, last: string, days: Overview['heatmap']['days']) {
  const lengths = new Map(days.map(({ day, milliseconds }) => [day, milliseconds]))
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => {
    const date = toTime(Date.parse(first) + index * DAY_MS).slice(0, 10)
    return { date, milliseconds: lengths.get(date) ?? 0 }
  })
}

/** The entry that the running session goes on with. */
export const continuedBy = ({ entries }: Overview['today'], running: Running | null) =>
  entries.find(({ startTime }) => Date.parse(startTime) === running?.startedAt)

/**
 * What of the running session lies in the day and is not counted already: neither in the entry that it continues nor,
 * from before it went on with that, in any other.
 */
function unknownPart(today: Overview['today'], running: Running): Stretch[] {
  const known = continuedBy(today, running)?.segments ?? []
  const inheritedCount = running.isContinuing ? 1 : 0
  const unknown = [
    ...subtract(running.stretches.slice(0, inheritedCount), today.segments.map(toStretch)),
    ...subtract(running.stretches.slice(inheritedCount), known.map(toStretch)),
  ]
  const [from, to] = [Date.parse(today.start), Date.parse(today.end)]
  return unknown
    .map(([start, end]): Stretch => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
}

const toStretch = ({ start, end }: { start: string; end: string }): Stretch => [Date.parse(start), Date.parse(end)]

function addTo(projects: Overview['week']['projects'], project: string, milliseconds: number) {
  const before = projects.find((one) => one.project === project)?.milliseconds ?? 0
  const others = projects.filter((one) => one.project !== project)
  return [...others, { project, milliseconds: before + milliseconds }].toSorted(
    (a, b) => b.milliseconds - a.milliseconds,
  )
}

const toTime = (at: number) => new Date(at).toISOString()
