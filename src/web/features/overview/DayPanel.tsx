import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Overview } from '#contract/overview.ts'
import { timeOfReaching } from '#core/goals/goal-progress.ts'
import { NO_TARGET } from '#core/goals/goals.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { hoursInUse } from './hours-in-use.ts'
import { TODAY_CLASS } from './layout.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

/** Most users have no goals. */
const GoalsToday = lazyComponent(() => import('./GoalsToday.tsx').then((module) => ({ default: module.GoalsToday })))

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
  /** The goals that count on the day. */
  goals: Overview['goals']
  stepper: ReactNode
}

/** Total and times of a day's work. */
export function DayPanel({ day, date, planned, goals, stepper }: DayPanelProps) {
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
    <Panel
      title={date ?? t('overview.today')}
      {...(entryCount > 0 && { hint })}
      aside={<span className="flex items-center gap-1">{stepper}</span>}
    >
      <div className={TODAY_CLASS}>
        <div className="grid content-center gap-1.5">
          {shown.length === 0 ? (
            <EmptyDay isToday={date === undefined} />
          ) : (
            <Total milliseconds={milliseconds} isToday={date === undefined} hasGoal={targetOf(goals) !== null} />
          )}
          {goals.length > 0 && (
            <Suspense>
              <GoalsToday goals={goals} />
            </Suspense>
          )}
        </div>
        <DayTimeline
          label={t(date === undefined ? 'overview.ribbon' : 'overview.past.ribbon')}
          start={from}
          end={to}
          segments={shown}
          planned={ghosts}
          goalAt={timeOfGoal(goals, [...shown, ...ghosts])}
        />
      </div>
    </Panel>
  )
}

/** The target of all work. */
const targetOf = (goals: Overview['goals']) => goals.find(({ project }) => project === null)?.day.target ?? null

/** When the work of the day, which may overlap, reaches the hours of its goal. */
function timeOfGoal(goals: Overview['goals'], work: readonly { start: number; end: number }[]) {
  const { minutes } = targetOf(goals) ?? NO_TARGET
  return minutes > 0
    ? timeOfReaching(
        work.map(({ start, end }) => [start, end]),
        minutes * MINUTE_MS,
      )
    : undefined
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
