import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { findLoadedPanel, loadEstimatesPanel } from './load-estimates.ts'
import { useIsNear } from './useIsNear.ts'

const LazyEstimatesPanel = lazyComponent(() => loadEstimatesPanel().then((panel) => ({ default: panel })))

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
  const hasEstimates = tasks?.some(({ estimate }) => estimate !== null) ?? false
  return (
    <div ref={ref} className={hasEstimates ? undefined : 'print:hidden'}>
      {tasks !== undefined && (isNear || isPrinting) ? (
        <Suspense fallback={<EstimatesSkeleton />}>
          <EstimatesPanel search={search} getGroupLabel={getGroupLabel} hasEstimates={hasEstimates} />
        </Suspense>
      ) : (
        <EstimatesSkeleton />
      )}
    </div>
  )
}

function EstimatesPanel(props: ComponentProps<typeof LazyEstimatesPanel>) {
  const [Panel] = useState(() => findLoadedPanel() ?? LazyEstimatesPanel)
  return <Panel {...props} />
}

function EstimatesSkeleton() {
  const { t } = useTranslation()
  return (
    <Panel title={t('reports.estimates.title')} className="print:hidden">
      <Skeleton rows={2} />
    </Panel>
  )
}
