import type { Overview } from '#contract/overview.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { TODAY_CLASS } from './layout.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

/** Total and times of today's work. */
export function TodayPanel({ today }: { today: Overview['today'] }) {
  const { t } = useTranslation()
  const displayOf = useProjectDisplay()
  const { start, end, segments, entryCount, milliseconds } = today
  const projectCount = new Set(segments.map(({ project }) => project)).size
  const hint = t('overview.entriesAndProjects', {
    entries: t('overview.entries', { count: entryCount }),
    projects: t('overview.projects', { count: projectCount }),
  })
  return (
    <Panel title={t('overview.today')} {...(entryCount > 0 && { hint })}>
      <div className={TODAY_CLASS}>
        {segments.length === 0 ? <EmptyToday /> : <Total milliseconds={milliseconds} />}
        <DayTimeline
          label={t('overview.ribbon')}
          start={Date.parse(start)}
          end={Date.parse(end)}
          segments={segments.map(({ start, end, project }) => ({
            start: Date.parse(start),
            end: Date.parse(end),
            ...displayOf(project),
          }))}
        />
      </div>
    </Panel>
  )
}

function Total({ milliseconds }: { milliseconds: number }) {
  const { t } = useTranslation()
  return (
    <p className="grid content-center">
      <span className="text-figure">
        <Duration milliseconds={milliseconds} />
      </span>
      <span className="text-caption text-ink-3">{t('overview.worked')}</span>
    </p>
  )
}

function EmptyToday() {
  const { t } = useTranslation()
  return (
    <p className="grid content-center gap-0.5">
      <span className="text-subtitle">{t('overview.nothingYet')}</span>
      <span className="text-caption text-ink-2">{t('overview.dayAwaits')}</span>
    </p>
  )
}
