import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { rangeBefore } from './range/report-range.ts'
import type { ReportSearchState } from './search/useReportSearch.ts'
import type { Report } from './useReport.ts'

/** Shown when the report has no entries, with actions that lead to some. */
export function ReportEmptyState({ search, report }: { search: ReportSearchState; report: Report }) {
  const { t } = useTranslation()
  const { kind, isFiltered } = search
  return (
    <div className="rounded-panel border border-line bg-surface">
      <EmptyState
        message={t(isFiltered ? 'reports.empty.filtered' : `reports.empty.${kind}`)}
        action={
          isFiltered ? <ClearFiltersButton search={search} /> : <EmptyStateActions search={search} report={report} />
        }
      />
    </div>
  )
}

function ClearFiltersButton({ search }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  return <Button onClick={search.clearFilters}>{t('reports.filter.clear')}</Button>
}

/** Offers the previous range unless it is known to be empty, and the timer if the range includes today. */
function EmptyStateActions({ search, report }: { search: ReportSearchState; report: Report }) {
  const { t } = useTranslation()
  const { kind, range, show, isCurrent } = search
  const before = report.before?.milliseconds === 0 ? undefined : rangeBefore(kind, range)
  return (
    <div className="flex flex-wrap justify-center gap-2.5">
      {before !== undefined && <Button onClick={() => show(kind, before)}>{t('reports.empty.previous')}</Button>}
      {isCurrent && (
        <Link to="/" className={buttonClasses('primary')}>
          {t('reports.empty.timer')}
        </Link>
      )}
    </div>
  )
}
