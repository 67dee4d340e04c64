import type { ReactNode } from 'react'
import type { PublicReport } from '#contract/integrations/shared-reports.ts'
import { toLocale } from '#core/language.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { FIGURE_CELL_CLASS, FIGURE_STRIP_CLASS } from '#web/features/reports/figures/figure-classes.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'

/** The sums that a client reads first. */
export function SharedFigures({ report: { total } }: { report: PublicReport }) {
  const { t, language } = useTranslation()
  const { milliseconds, entries, days } = total
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const hours = new Intl.NumberFormat(toLocale(language), digits).format(milliseconds / HOUR_MS)
  return (
    <dl aria-label={t('reports.figure.label')} className={FIGURE_STRIP_CLASS}>
      <Figure label={t('reports.figure.total')} value={<Duration milliseconds={milliseconds} />}>
        {t('reports.shared.hours', { hours })}
      </Figure>
      <Figure label={t('reports.shared.days')} value={days} />
      <Figure
        label={t('reports.figure.average')}
        value={<Duration milliseconds={days === 0 ? 0 : milliseconds / days} />}
      />
      <Figure label={t('reports.chart.entries')} value={entries} />
    </dl>
  )
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className={FIGURE_CELL_CLASS}>
      <dt className="text-caption font-medium text-ink-2">{label}</dt>
      <dd className="text-figure tabular-nums max-sm:text-title">{value}</dd>
      {children !== undefined && <dd className="text-caption text-ink-3">{children}</dd>}
    </div>
  )
}
