import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DateRangePicker } from '#web/ui/date/DateRangePicker.tsx'

export function CustomRangePicker({ search: { range, show } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return (
    <DateRangePicker
      label={t('reports.range.dates')}
      value={{ start: range.from, end: range.to }}
      onChange={({ start, end }) => show('custom', { from: start, to: end })}
    />
  )
}
