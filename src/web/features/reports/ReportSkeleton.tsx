import { useTranslation } from '#web/i18n/i18n.ts'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { FIGURE_CELL_CLASS, FIGURE_STRIP_CLASS } from './figures/figure-classes.ts'
import styles from './report.module.css'
import { CHART_HEIGHT_CLASS } from './ReportPanels.tsx'

/** The empty panels while the report loads. */
export function ReportSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <div aria-hidden="true" className={FIGURE_STRIP_CLASS}>
        {(['total', 'average', 'sessions', 'longest'] as const).map((name) => (
          <div key={name} className={FIGURE_CELL_CLASS}>
            <span className="text-caption font-medium text-ink-2">{t(`reports.figure.${name}`)}</span>
            <span className="text-figure max-sm:text-title">&nbsp;</span>
            <span className="min-h-5" />
          </div>
        ))}
      </div>
      <div className={styles['columns']}>
        <Panel title={t('reports.panel.day')}>
          <div className={CHART_HEIGHT_CLASS} />
        </Panel>
        <Panel title={t('reports.panel.shares.project')} hint={t('reports.panel.tick')}>
          <div className={CHART_HEIGHT_CLASS} />
        </Panel>
      </div>
      <div className={styles['columns']}>
        <Panel title={t('reports.chart.breakdown')}>
          <Skeleton rows={5} />
        </Panel>
        <Panel title={t('reports.panel.rhythm')}>
          <div className={CHART_HEIGHT_CLASS} />
        </Panel>
      </div>
    </>
  )
}
