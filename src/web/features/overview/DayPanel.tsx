import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Overview } from '#contract/overview.ts'
import { forecastGoal } from '#core/goals/goal-progress.ts'
import type { Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { hoursInUse } from './hours-in-use.ts'
import type { DayGoals } from './past-day.ts'
import { TODAY_CLASS } from './layout.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

/** Most users have no goals. */
const GoalsOfDay = lazyComponent(() => import('./GoalsOfDay.tsx').then((module) => ({ default: module.GoalsOfDay })))

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
  /** Whether tasks are planned, not only the rest of a run. */
  hasPlan: boolean
  /** The goals that count on the day. */
  goals: DayGoals
  stepper: ReactNode
}

/** Total and times of a day's work. */
export function DayPanel({ day, date, planned, hasPlan, goals, stepper }: DayPanelProps) {
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
  const forecast = forecastOf(goals, shown, ghosts)
  const projectCount = new Set(segments.map(({ project }) => project)).size
  const hint = t('overview.entriesAndProjects', {
    entries: t('overview.entries', { count: entryCount }),
    projects: t('overview.projects', { count: projectCount }),
  })
  return (
    <Panel
      title={date ?? t('overview.today')}
      {...(entryCount > 0 && { hint })}
      aside={<span className="flex items-center gap-1">{stepper}</span>}
    >
      <div className={TODAY_CLASS}>
        <Figures
          {...{ milliseconds, goals, forecast, hasPlan }}
          isToday={date === undefined}
          isEmpty={shown.length === 0}
        />
        <DayTimeline
          label={t(date === undefined ? 'overview.ribbon' : 'overview.past.ribbon')}
          start={from}
          end={to}
          segments={shown}
          planned={ghosts}
          goalAt={forecast?.metAt}
        />
      </div>
    </Panel>
  )
}

interface Times {
  start: number
  end: number
}

/** When the work of the day, which may overlap, and what is planned meet the goal of all work. */
function forecastOf(goals: DayGoals, worked: readonly Times[], planned: readonly Times[]) {
  const day = goals.find(({ project }) => project === null)?.day
  if (day === undefined || day.target === null) return undefined
  const toSegment = ({ start, end }: Times): Segment => [start, end]
  return forecastGoal(day.target, {
    worked: worked.map(toSegment),
    sessions: day.sessions,
    planned: planned.map(toSegment),
  })
}

interface FiguresProps extends Pick<DayPanelProps, 'goals' | 'hasPlan'> {
  milliseconds: number
  forecast: ReturnType<typeof forecastOf>
  isToday: boolean
  isEmpty: boolean
}

/** The total of the day and its goals, beside the ribbon. */
function Figures({ milliseconds, goals, forecast, hasPlan, isToday, isEmpty }: FiguresProps) {
  return (
    <div className="grid content-center gap-1.5">
      {isEmpty ? (
        <EmptyDay isToday={isToday} />
      ) : (
        <Total milliseconds={milliseconds} isToday={isToday} hasGoal={forecast !== undefined} />
      )}
      {goals.length > 0 && (
        <Suspense>
          <GoalsOfDay goals={goals} isToday={isToday} forecast={forecast} hasPlan={hasPlan} />
        </Suspense>
      )}
    </div>
  )
}

function Total({ milliseconds, isToday, hasGoal }: { milliseconds: number; isToday: boolean; hasGoal: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="grid content-center">
      <span className="text-figure">
        <Duration milliseconds={milliseconds} />
      </span>
      {!hasGoal && (
        <span className="text-caption text-ink-3">{t(isToday ? 'overview.worked' : 'overview.past.worked')}</span>
      )}
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
