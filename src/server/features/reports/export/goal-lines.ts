import type { GoalProgress } from '#contract/goals/goals.ts'
import type { ExportQuery } from '#contract/reports.ts'
import { countMet } from '#core/goals/goal-progress.ts'
import type { Step } from '#core/report/dimensions.ts'
import { DAY_MS } from '#core/time/units.ts'
import { fillIn, type Translations } from './translations.ts'

/** Limits the number of bars of a chart, so that each is wide enough to see. */
export function chooseStep({ from, to }: Pick<ExportQuery, 'from' | 'to'>): Step {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= 31) return 'day'
  return days <= 190 ? 'week' : 'month'
}

/** How many of the days or weeks of the chart met their goal, as rows of a name and a value. Months have no goals. */
export function goalLines(
  query: ExportQuery,
  progress: GoalProgress | undefined,
  { goal }: Translations,
): [name: string, value: string][] {
  const step = chooseStep(query)
  if (progress === undefined || step === 'month') return []
  const { met, of } = countMet(step === 'day' ? progress.days : progress.weeks, progress.endsToday)
  return of === 0 ? [] : [[goal.name, fillIn(goal[step], { met, of })]]
}
