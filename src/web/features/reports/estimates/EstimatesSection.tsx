import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { loadEstimatesPanel } from './load-estimates.ts'
import { useIsNear } from './useIsNear.ts'

const EstimatesPanel = lazyComponent(() =>
  loadEstimatesPanel().then(({ EstimatesPanel }) => ({ default: EstimatesPanel })),
)

interface EstimatesSectionProps {
  search: ReportSearchState
  getGroupLabel: GetGroupLabel
  /** Shows it wherever it is on the page. */
  isPrinting: boolean
}

/** Estimates beside what the tasks took, loaded when they come into view. */
export function EstimatesSection({ search, getGroupLabel, isPrinting }: EstimatesSectionProps) {
  const [ref, isNear] = useIsNear()
  const { data: tasks } = useQuery(taskList.query)
  if (tasks === undefined) return null
  const hasEstimates = tasks.some(({ estimate }) => estimate !== null)
  return (
    <div ref={ref} className={hasEstimates ? undefined : 'print:hidden'}>
      {isNear || isPrinting ? (
        <Suspense fallback={<EstimatesSkeleton />}>
          <EstimatesPanel search={search} getGroupLabel={getGroupLabel} hasEstimates={hasEstimates} />
        </Suspense>
      ) : (
        <EstimatesSkeleton />
      )}
    </div>
  )
}

function EstimatesSkeleton() {
  const { t } = useTranslation()
  return (
    <Panel title={t('reports.estimates.title')} className="print:hidden">
      <Skeleton rows={2} />
    </Panel>
  )
}
