import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { EstimatesSection } from './estimates/EstimatesSection.tsx'
import { loadEstimates } from './estimates/load-estimates.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { PrintHeader } from './export/PrintHeader.tsx'
import { usePrint } from './export/usePrint.ts'
import { KeyFigures } from './figures/KeyFigures.tsx'
import { ReportFilters } from './filters/ReportFilters.tsx'
import type { GetGroupLabel } from './labels/group-label.ts'
import { useGroupLabels } from './labels/useGroupLabels.ts'
import { RangeBar } from './range/RangeBar.tsx'
import styles from './report.module.css'
import { ReportEmptyState } from './ReportEmptyState.tsx'
import { ReportPanels } from './ReportPanels.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { type ReportSearchState, useReportSearch } from './search/useReportSearch.ts'
import { type Report, useReport } from './useReport.ts'
import { SavedViewsButton } from './views/SavedViewsButton.tsx'
import { ZoneAndRoundingNote } from './ZoneAndRoundingNote.tsx'

/** Width of A4 and Letter paper between the margins. */
const PAPER_WIDTH = '43rem'

export function ReportsPage() {
  const search = useReportSearch()
  const getGroupLabel = useGroupLabels(search.today)
  const report = useReport(search, getGroupLabel)
  const client = useQueryClient()
  const { isPrinting, print } = usePrint(() => loadEstimates(client, search.query))
  return (
    <div className={`${styles['report']} grid gap-4`} style={isPrinting ? { width: PAPER_WIDTH } : undefined}>
      <div className={`${styles['controls']} grid grid-cols-1 gap-4`}>
        <header className="flex min-h-9 flex-wrap items-center gap-2">
          <PageTitle>{useTranslation().t('shell.page.reports')}</PageTitle>
          <div className="min-w-0 flex-1 md:ml-1.5 md:border-l md:border-line md:pl-3.5">
            <ZoneAndRoundingNote search={search} />
          </div>
          <div className={`${styles['actions']} flex flex-none items-center gap-2`}>
            <ReviewLink search={search} />
            <SavedViewsButton search={search} />
            <PrintButton onPress={print} />
            <ExportMenu
              query={search.query}
              summary={report.isStale ? undefined : report.summary}
              getGroupLabel={getGroupLabel}
            />
          </div>
        </header>
        <RangeBar search={search} />
        <ReportFilters search={search} />
      </div>
      <div className={styles['printOnly']}>
        <PrintHeader search={search} getGroupLabel={getGroupLabel} />
      </div>
      <ReportBody report={report} search={search} getGroupLabel={getGroupLabel} isPrinting={isPrinting} />
    </div>
  )
}

/** A week can be read as a page. */
function ReviewLink({ search: { kind, range } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  if (kind !== 'week') return null
  return (
    <Link to="/review" search={{ week: range.from }} className={buttonClasses('ghost')}>
      {t('shell.page.review')}
    </Link>
  )
}

function PrintButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" icon={<Printer size={17} strokeWidth={1.75} aria-hidden="true" />} onClick={onPress}>
      {t('reports.print')}
    </Button>
  )
}

interface ReportBodyProps {
  report: Report
  search: ReportSearchState
  getGroupLabel: GetGroupLabel
  isPrinting: boolean
}

function ReportBody({ report, search, getGroupLabel, isPrinting }: ReportBodyProps) {
  const { t } = useTranslation()
  const { summary, error } = report
  return (
    <>
      {error !== null && (
        <div className="rounded-panel border border-line bg-surface">
          <LoadError
            message={errorMessage(error, t, 'reports.loadFailed')}
            isRetrying={report.isFetching}
            onRetry={report.retry}
          />
        </div>
      )}
      {summary === undefined && error === null && <ReportSkeleton />}
      {summary !== undefined && (
        <div aria-busy={report.isStale} className={`grid gap-4 ${report.isStale ? 'opacity-60' : ''}`}>
          <KeyFigures report={report} search={search} />
          {summary.total.entries === 0 && !report.isStale ? (
            <ReportEmptyState search={search} report={report} />
          ) : (
            <>
              <ReportPanels report={report} summary={summary} search={search} getGroupLabel={getGroupLabel} />
              <EstimatesSection search={search} getGroupLabel={getGroupLabel} isPrinting={isPrinting} />
            </>
          )}
        </div>
      )}
    </>
  )
}
