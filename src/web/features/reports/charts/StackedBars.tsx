import type { Step } from '#core/report/dimensions.ts'
import type { Bar } from '#web/features/reports/labels/group-label.ts'
import { useToday } from '#web/features/reports/range/useToday.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { BarChart } from '#web/ui/charts/BarChart.tsx'
import { toColumns } from './bar-columns.ts'

interface StackedBarsProps {
  /** Title of the panel, for screen readers only. */
  title: string
  bars: readonly Bar[]
  step: Step
}

/** Time by day, week or month: the padded content of a panel. */
export function StackedBars({ title, bars, step }: StackedBarsProps) {
  const { language } = useTranslation()
  const today = useToday()
  return (
    <div className="px-5 pb-4">
      <BarChart label={title} columns={toColumns(bars, { step, language, today })} />
    </div>
  )
}
