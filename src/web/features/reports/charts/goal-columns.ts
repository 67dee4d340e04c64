import type { GoalProgress } from '#contract/goals/goals.ts'
import { countMet } from '#core/goals/goal-progress.ts'
import { goalScope } from '#core/goals/goal-scope.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Step } from '#core/report/dimensions.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'
import type { BarColumn } from '#web/ui/charts/bar-column.ts'

/** Whose goal a report can be compared with. */
export function goalScopeOf({ projects, ...query }: ReportQuery): string | null | undefined {
  const { clients, tasks, tags, search, kinds, preset, rounding = 'off' } = query
  const isFiltered = [clients, tasks, tags, search, kinds, preset].some((filter) => filter !== undefined)
  return goalScope({ projects: projects?.split(','), isPartial: isFiltered || rounding !== 'off' })
}

/** The days or weeks of the chart; months have no goals. */
const stepsOf = ({ days, weeks }: GoalProgress, step: Step) => ({ day: days, week: weeks, month: [] })[step]

/** Adds the hours of each day's or week's goal. */
export function addGoals(columns: readonly BarColumn[], progress: GoalProgress | undefined, step: Step): BarColumn[] {
  const steps = progress === undefined ? [] : stepsOf(progress, step)
  const minutesOf = new Map(steps.map(({ day, target }) => [day, target?.minutes ?? 0]))
  return columns.map((column) => {
    const minutes = minutesOf.get(column.id) ?? 0
    return minutes > 0 ? { ...column, goalMilliseconds: minutes * MINUTE_MS } : column
  })
}

/** How many of the days or weeks of the chart met their goal; undefined if none had one. */
export function countGoals(progress: GoalProgress, step: Step) {
  const counts = countMet(stepsOf(progress, step), progress.endsToday)
  return counts.of === 0 ? undefined : counts
}
