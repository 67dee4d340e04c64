import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { type EstimateOrder, type EstimateReport, reportEstimates } from '#core/tasks/estimate-report.ts'
import { errorMessage } from '#web/api/error-message.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import { estimatesQuery } from '#web/features/reports/queries.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { EstimatesTable } from './EstimatesTable.tsx'

interface EstimatesPanelProps {
  search: ReportSearchState
  getGroupLabel: GetGroupLabel
  /** Whether any task has an estimate. */
  hasEstimates: boolean
}

/** The tasks with an estimate that were worked on in the range, beside what they took. */
export function EstimatesPanel({ search, getGroupLabel, hasEstimates }: EstimatesPanelProps) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<EstimateOrder>('difference')
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...estimatesQuery(search.query),
    enabled: hasEstimates,
  })
  const report = data && reportEstimates(data, (dimension, id) => getGroupLabel(dimension, id).name, order)
  return (
    <Panel
      title={t('reports.estimates.title')}
      aside={report !== undefined && <WithinText totals={report.totals} />}
      className="@container"
    >
      {report !== undefined ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <Estimates report={report} order={order} onOrder={setOrder} getGroupLabel={getGroupLabel} />
        </div>
      ) : !hasEstimates ? (
        <NoEstimates message={t('reports.estimates.none')} />
      ) : error === null ? (
        <Skeleton rows={2} />
      ) : (
        <LoadError
          message={errorMessage(error, t, 'reports.loadFailed')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  )
}

/** "6 of 9 tasks within their estimate" */
function WithinText({ totals: { within, over } }: Pick<EstimateReport, 'totals'>) {
  const { t } = useTranslation()
  const count = within + over
  return count > 0 && <span className="@max-lg:hidden">{t('reports.estimates.within', { within, count })}</span>
}

function Estimates(props: ComponentProps<typeof EstimatesTable>) {
  const { t } = useTranslation()
  if (props.report.projects.length === 0) return <NoEstimates message={t('reports.estimates.empty')} />
  return (
    <>
      <EstimatesTable {...props} />
      <p className="border-t border-line px-5 py-3 text-caption text-ink-2">{t('reports.estimates.hint')}</p>
    </>
  )
}

function NoEstimates({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-4 text-secondary text-ink-2">
      {message}
      <Link to="/tasks" className="font-medium text-accent-ink hover:underline print:hidden">
        {t('shell.page.tasks')}
      </Link>
    </p>
  )
}
