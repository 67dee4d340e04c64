import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type EstimateOrder, reportEstimates } from '#core/tasks/estimate-report.ts'
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
  const { over = 0, within = 0 } = report?.totals ?? {}
  return (
    <Panel
      title={t('reports.estimates.title')}
      {...(over + within > 0 && { hint: t('reports.estimates.hint') })}
      aside={over + within > 0 && t('reports.estimates.within', { within, count: over + within })}
      className="@container"
    >
      {!hasEstimates && <NoEstimates message={t('reports.estimates.none')} />}
      {report === undefined && hasEstimates && error === null && <Skeleton rows={2} />}
      {report === undefined && error !== null && (
        <LoadError
          message={errorMessage(error, t, 'reports.loadFailed')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {report?.projects.length === 0 && <NoEstimates message={t('reports.estimates.empty')} />}
      {report !== undefined && report.projects.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <EstimatesTable report={report} order={order} onOrder={setOrder} getGroupLabel={getGroupLabel} />
        </div>
      )}
    </Panel>
  )
}

function NoEstimates({ message }: { message: ReactNode }) {
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
