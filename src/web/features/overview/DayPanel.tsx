import { type ReactNode, useEffect, useState } from 'react'
import type { Overview } from '#contract/overview.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { hoursInUse } from './hours-in-use.ts'
import { TODAY_CLASS } from './layout.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

/** A work phase that is still to come. */
export interface PlannedWork {
  start: number
  end: number
  project: string
}

interface DayPanelProps {
  day: Overview['today']
  /** The title of another day than today. */
  date: string | undefined
  planned: readonly PlannedWork[]
  stepper: ReactNode
}

/** Total and times of a day's work. */
export function DayPanel({ day, date, planned, stepper }: DayPanelProps) {
  const { start, end, segments, entryCount, milliseconds } = day
  const { t } = useTranslation()
  const displayOf = useProjectDisplay()
  const minute = useMinute()
  const shown = segments.map(({ start, end, project }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
    ...displayOf(project),
  }))
  const times = [...shown, ...planned].flatMap(({ start, end }) => [start, end])
  const [from, to] = hoursInUse([Date.parse(start), Date.parse(end)], date === undefined ? [...times, minute] : times)
  const ghosts = planned
    .filter(({ start }) => start < to)
    .map(({ start, end, project }) => ({ start, end: Math.min(end, to), ...displayOf(project) }))
  const projectCount = new Set(segments.map(({ project }) => project)).size
  const hint = t('overview.entriesAndProjects', {
    entries: t('overview.entries', { count: entryCount }),
    projects: t('overview.projects', { count: projectCount }),
  })
  return (
    <Panel title={date ?? t('overview.today')} {...(entryCount > 0 && { hint })} aside={stepper}>
      <div className={TODAY_CLASS}>
        {shown.length === 0 ? (
          <EmptyDay isToday={date === undefined} />
        ) : (
          <Total milliseconds={milliseconds} isToday={date === undefined} />
        )}
        <DayTimeline
          label={t(date === undefined ? 'overview.ribbon' : 'overview.past.ribbon')}
          start={from}
          end={to}
          segments={shown}
          planned={ghosts}
        />
      </div>
    </Panel>
  )
}

function Total({ milliseconds, isToday }: { milliseconds: number; isToday: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="grid content-center">
      <span className="text-figure">
        <Duration milliseconds={milliseconds} />
      </span>
      <span className="text-caption text-ink-3">{t(isToday ? 'overview.worked' : 'overview.past.worked')}</span>
    </p>
  )
}

function EmptyDay({ isToday }: { isToday: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="grid content-center gap-0.5">
      <span className="text-subtitle">{t(isToday ? 'overview.nothingYet' : 'overview.past.nothing')}</span>
      {isToday && <span className="text-caption text-ink-2">{t('overview.dayAwaits')}</span>}
    </p>
  )
}

/** The current time, updated every minute, so that the ribbon always reaches to now. */
function useMinute() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return now
}
