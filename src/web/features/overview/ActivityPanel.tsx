import type { Overview } from '#contract/overview.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Heatmap } from '#web/ui/charts/Heatmap.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { fillCalendar } from './running-work.ts'
import { WeekShares } from './WeekShares.tsx'

/** The last half year as a heatmap, this week by project, and key figures. */
export function ActivityPanel({ overview, isNew }: { overview: Overview; isNew: boolean }) {
  const { t } = useTranslation()
  const { today, week, heatmap, goals } = overview
  return (
    <Panel title={t('overview.activity')} hint={t('overview.lastMonths')}>
      {isNew ? (
        <div className="grid flex-1 content-center">
          <EmptyState message={t('overview.noActivity')} illustration={<HeatmapIllustration />} />
        </div>
      ) : (
        <>
          <div className="px-5 pt-1 pb-4">
            <Heatmap label={t('overview.heatmap')} days={fillCalendar(heatmap.firstDay, today.day, heatmap.days)} />
          </div>
          <WeekShares week={week} goal={goals.find(({ project }) => project === null)?.week} />
          <Figures overview={overview} />
        </>
      )}
    </Panel>
  )
}

function Figures({ overview: { streak, averageMilliseconds } }: { overview: Overview }) {
  const { t } = useTranslation()
  const daysOf = (count: number) => t('overview.days', { count })
  return (
    <dl className="mt-auto grid grid-cols-3 border-t border-line *:not-last:border-r">
      <Figure label={t('overview.currentStreak')}>{daysOf(streak.current)}</Figure>
      <Figure label={t('overview.longestStreak')}>{daysOf(streak.longest)}</Figure>
      <Figure label={t('overview.average')} title={t('overview.averageHint')}>
        {averageMilliseconds === null ? '–' : <Duration milliseconds={averageMilliseconds} />}
      </Figure>
    </dl>
  )
}

const Figure = ({ label, title, children }: { label: string; title?: string; children: React.ReactNode }) => (
  <div title={title} className="grid content-start gap-0.5 px-5 py-3.5">
    <dt className="order-last text-caption text-ink-2">{label}</dt>
    <dd className="text-subtitle font-medium tabular-nums">{children}</dd>
  </div>
)

/** A stylized heatmap for new users. */
function HeatmapIllustration() {
  return (
    <svg width={236} height={110} fill="var(--line-strong)">
      {Array.from({ length: 15 * 7 }, (_, index) => {
        const fill = 0.2 + 0.8 * Math.abs(Math.sin(index * 1.7) * Math.cos(index * 0.31))
        return (
          <rect
            key={index}
            x={Math.floor(index / 7) * 16}
            y={(index % 7) * 16}
            width={12}
            height={12}
            rx={3}
            opacity={fill}
          />
        )
      })}
    </svg>
  )
}
