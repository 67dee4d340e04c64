import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { ChipPopover } from './ChipPopover.tsx'

const RoundingFields = lazyComponent(() =>
  import('./RoundingFields.tsx').then((module) => ({ default: module.RoundingFields })),
)

export function RoundingChip({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { rounding } = search
  const summary =
    rounding === undefined
      ? t('reports.rounding.off')
      : t(`reports.rounding.short.${rounding.direction}`, { minutes: rounding.minutes })
  return (
    <ChipPopover
      label={t('reports.rounding.label')}
      summary={summary}
      isActive={rounding !== undefined}
      placement="bottom end"
    >
      <RoundingFields search={search} />
    </ChipPopover>
  )
}
