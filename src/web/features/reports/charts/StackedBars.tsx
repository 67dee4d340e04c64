import type { GoalProgress } from '#contract/goals/goals.ts'
import type { Step } from '#core/report/dimensions.ts'
import type { Bar } from '#web/features/reports/labels/group-label.ts'
import { useToday } from '#web/features/reports/range/useToday.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { BarChart } from '#web/ui/charts/BarChart.tsx'
import { toColumns } from './bar-columns.ts'
import { addGoals, countGoals } from './goal-columns.ts'

interface StackedBarsProps {
  /** Title of the panel, for screen readers only. */
  title: string
  bars: readonly Bar[]
  step: Step
  goals: GoalProgress | undefined
}

/** Time by day, week or month: the padded content of a panel. */
export function StackedBars({ title, bars, step, goals }: StackedBarsProps) {
  const { language } = useTranslation()
  const today = useToday()
  const columns = addGoals(toColumns(bars, { step, language, today }), goals, step)
  return (
    <div className="px-5 pb-4">
      <BarChart label={title} columns={columns} />
      {goals !== undefined && <GoalSummary goals={goals} step={step} />}
    </div>
  )
}

/** "Goal met on 4 of 5 days. 3 days in a row." */
function GoalSummary({ goals, step }: { goals: GoalProgress; step: Step }) {
  const { t } = useTranslation()
  const counts = countGoals(goals, step)
  if (counts === undefined || step === 'month') return null
  const { current } = goals.streak
  return (
    <p className="mt-2 text-caption text-ink-2 tabular-nums">
      {t(`reports.goal.${step}`, { met: counts.met, count: counts.of })}
      {goals.endsToday && current > 1 && ` · ${t('reports.goal.streak', { count: current })}`}
    </p>
  )
}
