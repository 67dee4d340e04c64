import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WeekReview } from '#contract/goals/review.ts'
import { StackedBars } from '#web/features/reports/charts/StackedBars.tsx'
import { toBars } from '#web/features/reports/charts/bars.ts'
import { FIGURE_CELL_CLASS, FIGURE_STRIP_CLASS } from '#web/features/reports/figures/figure-classes.ts'
import styles from '#web/features/reports/report.module.css'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import { ProjectsPanel } from './ProjectsPanel.tsx'
import { goalTexts, leadText, startText } from './review-text.ts'
import type { ReviewNames } from './useReviewNames.ts'

interface ReviewContentProps {
  review: WeekReview
  today: string
  names: ReviewNames
}

export function ReviewContent({ review, today, names }: ReviewContentProps) {
  const translation = useTranslation()
  const { t } = translation
  if (review.milliseconds === 0)
    return (
      <div className="rounded-panel border border-line bg-surface">
        <EmptyState
          message={t('reports.review.empty')}
          action={
            review.to >= today && (
              <Link to="/" className={buttonClasses('primary')}>
                {t('reports.empty.timer')}
              </Link>
            )
          }
        />
      </div>
    )
  return (
    <>
      <p className="text-subtitle text-balance text-ink-2">{leadText(review, today, translation)}</p>
      <Figures review={review} today={today} names={names} />
      <div className={styles['columns']}>
        <DaysPanel review={review} today={today} names={names} />
        <HoursPanel hours={review.hours} />
      </div>
      <ProjectsPanel review={review} names={names} />
    </>
  )
}

function Figures({ review, today, names }: ReviewContentProps) {
  const translation = useTranslation()
  const { t, language } = translation
  const { milliseconds, sessions, before, longest } = review
  const goal = goalTexts(review, today, translation)
  // Nothing is usual in the first week, or after a month without work.
  const hasBefore = before.milliseconds > 0
  return (
    <dl aria-label={t('reports.figure.label')} className={FIGURE_STRIP_CLASS}>
      <Figure label={t('reports.figure.total')} value={<Duration milliseconds={milliseconds} />}>
        {hasBefore && t('reports.review.usually', { value: formatDuration(before.milliseconds, language) })}
      </Figure>
      <Figure label={t('reports.figure.sessions')} value={sessions}>
        {hasBefore && t('reports.review.usually', { value: before.sessions })}
      </Figure>
      <Figure label={t('reports.review.goal')} value={goal?.value ?? '–'}>
        {goal?.note ?? t('reports.review.noGoal')}
      </Figure>
      <Figure label={t('reports.figure.longest')} value={<Duration milliseconds={longest?.milliseconds ?? 0} />}>
        {longest && (
          <>
            <span className="block truncate" title={names.projectOf(longest.project).name}>
              {names.projectOf(longest.project).name}
            </span>
            {startText(longest.start, translation)}
          </>
        )}
      </Figure>
    </dl>
  )
}

const Figure = ({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) => (
  <div className={`${FIGURE_CELL_CLASS} min-w-0`}>
    <dt className="text-caption font-medium text-ink-2">{label}</dt>
    <dd className="text-figure tabular-nums max-sm:text-title">{value}</dd>
    <dd className="min-h-5 min-w-0 text-caption text-ink-3">{children}</dd>
  </div>
)

function DaysPanel({ review: { days }, today, names }: ReviewContentProps) {
  const { t } = useTranslation()
  const series = days.map(({ day, milliseconds, projects }) => ({
    day,
    milliseconds,
    parts: projects.map(({ project, milliseconds }) => ({ key: project, milliseconds })),
  }))
  const bars = toBars(series, {
    getGroupLabel: names.projectOf,
    nameOthers: (count) => t('reports.chart.others', { count }),
  })
  const goals = {
    days: days.filter(({ day }) => day <= today),
    weeks: [],
    endsToday: days.some(({ day }) => day === today),
    streak: { current: 0, longest: 0 },
  }
  return (
    <Panel title={t('reports.panel.day')} hint={t('reports.panel.hours.project')}>
      <StackedBars bars={bars} step="day" title={t('reports.panel.day')} goals={goals} />
    </Panel>
  )
}
