import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { toLocale } from '#core/language.ts'
import { seriesQuery } from '#web/features/reports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { BarChart } from '#web/ui/charts/BarChart.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { lastWeeks } from './ranges.ts'
import { toWeekColumns } from './week-columns.ts'

const WEEKS = 12

/** The project's time in each of the last weeks. */
export function WeeksChart({ project }: { project: Project }) {
  const { t, language } = useTranslation()
  const { data: series, error } = useQuery(seriesQuery({ ...lastWeeks(WEEKS), projects: project.id, step: 'week' }))
  const title = t('list.lastWeeks')
  return (
    <Panel title={title}>
      {series === undefined && error === null && <Skeleton rows={5} />}
      {series === undefined && error !== null && (
        <p className="px-5 pb-4 text-secondary text-ink-2">{t('reports.loadFailed')}</p>
      )}
      {series !== undefined && (
        <div className="px-5 pb-4">
          <BarChart label={title} columns={toWeekColumns(series.slice(-WEEKS), project, toLocale(language))} />
        </div>
      )}
    </Panel>
  )
}
