import type { ReactNode } from 'react'
import { countDays, type RangeKind } from '#core/report/day-range.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import type { Report } from '#web/features/reports/useReport.ts'
import { type TextKey, useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { differenceOf } from './comparison.ts'
import { FIGURE_CELL_CLASS, FIGURE_STRIP_CLASS } from './figure-classes.ts'

interface KeyFiguresProps {
  report: Report
  search: ReportSearchState
}

/** The four key figures of the report, each with a comparison. */
export function KeyFigures({ report, search }: KeyFiguresProps) {
  const { t } = useTranslation()
  const { summary, daysWorked = 0 } = report
  if (summary === undefined) return null
  const { milliseconds, entries, completed, cutShort, longestMilliseconds } = summary.total
  const average = daysWorked === 0 ? 0 : milliseconds / daysWorked
  const sessions = completed + cutShort
  return (
    <dl aria-label={t('reports.figure.label')} className={FIGURE_STRIP_CLASS}>
      <Figure label="total" value={<Duration milliseconds={milliseconds} />}>
        <Comparison report={report} search={search} milliseconds={milliseconds} />
      </Figure>
      <Figure label="average" value={<Duration milliseconds={average} />}>
        {daysWorked === 0 ? t('reports.figure.nothing') : t('reports.figure.averageOf', { count: daysWorked })}
      </Figure>
      <Figure label="sessions" value={sessions}>
        {sessions === 0
          ? t('reports.figure.noSessions')
          : `${t('reports.figure.completed', { count: completed })}, ${t('reports.figure.cutShort', { count: cutShort })}`}
      </Figure>
      <Figure label="longest" value={<Duration milliseconds={longestMilliseconds} />}>
        {entries === 0 ? t('reports.figure.nothing') : t('reports.figure.longestOf', { count: entries })}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: 'total' | 'average' | 'sessions' | 'longest'
  value: ReactNode
  children: ReactNode
}

function Figure({ label, value, children }: FigureProps) {
  const { t } = useTranslation()
  return (
    <div className={FIGURE_CELL_CLASS}>
      <dt className="text-caption font-medium text-ink-2">{t(`reports.figure.${label}`)}</dt>
      <dd className="text-figure tabular-nums max-sm:text-title">{value}</dd>
      <dd className="min-h-5 text-caption text-ink-3">{children}</dd>
    </div>
  )
}

function Comparison({ report: { before }, search, milliseconds }: KeyFiguresProps & { milliseconds: number }) {
  const { t, language } = useTranslation()
  if (before === undefined) return null
  if (milliseconds === 0 && before.milliseconds === 0) return t('reports.figure.nothing')
  const { kind, range, today } = search
  const { sign, milliseconds: difference } = differenceOf(milliseconds, before.milliseconds)
  const isToday = kind === 'day' && range.from === today
  return (
    <>
      <strong className={`font-strong tabular-nums ${sign === '+' ? 'text-success-ink' : 'text-ink-2'}`}>
        {sign}
        {formatDuration(difference, language)}
      </strong>{' '}
      {t(isToday ? 'reports.compare.today' : comparisonKey(kind, before.isPart), { count: countDays(range) })}
    </>
  )
}

const comparisonKey = (kind: RangeKind, isPart: boolean): TextKey =>
  isPart && kind !== 'day' ? `reports.compare.part.${kind}` : `reports.compare.${kind}`
