import type { EstimateLine } from '#core/tasks/estimate-report.ts'
import type { EstimateComparison } from '#core/tasks/estimate.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'

type AmountText = (unit: EstimateComparison['unit'], amount: number) => string

/** Returns a function that writes "4 sessions" or "2 h 05 m". */
export function useAmountText(): AmountText {
  const { t, language } = useTranslation()
  return (unit, amount) =>
    unit === 'sessions' ? t('reports.estimates.sessions', { count: amount }) : formatDuration(amount, language)
}

/** "30 m over"; "30 m left" if the task is open, and "30 m under" if it is done. */
export function differenceText(
  { comparison: { unit, difference }, isCompleted }: Pick<EstimateLine, 'comparison' | 'isCompleted'>,
  t: Translate,
  textOf: AmountText,
) {
  if (difference === 0) return t('reports.estimates.exact')
  const outcome = difference > 0 ? 'over' : isCompleted ? 'under' : 'left'
  return t(`reports.estimates.${outcome}`, { amount: textOf(unit, Math.abs(difference)) })
}
