import { useQuery } from '@tanstack/react-query'
import type { Summary } from '#contract/reports.ts'
import { goalProgressQuery } from '#web/features/goals/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { projectList } from '#web/features/projects/queries.ts'
import { Breakdown } from './breakdown/Breakdown.tsx'
import { BreakdownLineEntries } from './breakdown/BreakdownLineEntries.tsx'
import { goalScopeOf } from './charts/goal-columns.ts'
import { ShareRing } from './charts/ShareRing.tsx'
import { StackedBars } from './charts/StackedBars.tsx'
import { WeekdayHourHeatmap } from './charts/WeekdayHourHeatmap.tsx'
import { formatDay } from './labels/calendar-text.ts'
import type { GetGroupLabel } from './labels/group-label.ts'
import styles from './report.module.css'
import type { ReportSearchState } from './search/useReportSearch.ts'
import type { Report } from './useReport.ts'

interface ReportPanelsProps {
  report: Report
  summary: Summary
  search: ReportSearchState
  getGroupLabel: GetGroupLabel
}

/** The charts and the breakdown. */
export function ReportPanels({ report, summary, search, getGroupLabel }: ReportPanelsProps) {
  const { group, subgroup, query } = search
  const { data: projects = [] } = useQuery(projectList.query)
  const clientOf = (project: string | null) => projects.find(({ id }) => id === project)?.client ?? null
  return (
    <>
      <div className={styles['columns']}>
        <BarsPanel report={report} search={search} />
        <SharesPanel report={report} total={summary.total.milliseconds} />
      </div>
      <div className={`${styles['columns']} items-start`}>
        <Breakdown
          // Another grouping has other lines, so the expanded ones are reset.
          key={`${group} ${subgroup}`}
          lines={summary.lines}
          total={summary.total.milliseconds}
          entries={summary.total.entries}
          group={group}
          subgroup={subgroup}
          getGroupLabel={getGroupLabel}
          clientOf={clientOf}
          renderEntries={(path, columnCount) => (
            <BreakdownLineEntries path={path} columnCount={columnCount} query={query} getGroupLabel={getGroupLabel} />
          )}
        />
        <HeatmapPanel report={report} search={search} />
      </div>
    </>
  )
}

/** Reserves the height of the chart while it loads. */
export const CHART_HEIGHT_CLASS = 'min-h-80'

interface BarsPanelProps {
  report: Report
  search: ReportSearchState
}

function BarsPanel({ report: { bars, step, partsBy }, search: { query } }: BarsPanelProps) {
  const { t } = useTranslation()
  // Without it the chart has no goals: a failure is not worth a message.
  const { data: goals } = useQuery(goalProgressQuery(query, step === 'month' ? undefined : goalScopeOf(query)))
  const title = t(`reports.panel.${step}`)
  return (
    <Panel title={title} hint={t(`reports.panel.hours.${partsBy}`)}>
      <div className={CHART_HEIGHT_CLASS}>
        {bars !== undefined && <StackedBars bars={bars} step={step} title={title} goals={goals} />}
      </div>
    </Panel>
  )
}

function SharesPanel({ report: { shares, partsBy }, total }: { report: Report; total: number }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(`reports.panel.shares.${partsBy}`)} hint={t('reports.panel.tick')}>
      <div className="flex flex-1">{shares !== undefined && <ShareRing parts={shares} total={total} />}</div>
    </Panel>
  )
}

function HeatmapPanel({
  report: { weekdayHours, heatmap },
  search: { today },
}: {
  report: Report
  search: ReportSearchState
}) {
  const { t, language } = useTranslation()
  const { range, isWider } = heatmap
  const hint = !isWider
    ? t('reports.panel.hoursOfDay')
    : range.to === today
      ? t('reports.panel.lastWeeks')
      : t('reports.panel.weeksUntil', { day: formatDay(range.to, language) })
  return (
    <Panel title={t('reports.panel.rhythm')} hint={hint}>
      {weekdayHours !== undefined && <WeekdayHourHeatmap hours={weekdayHours} />}
    </Panel>
  )
}
