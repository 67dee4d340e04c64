import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ComponentProps, Suspense, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { toLocale } from '#core/language.ts'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { DayPlan, useHasPlan } from '#web/features/plan/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { ActivityPanel } from './ActivityPanel.tsx'
import { DayPanel, type PlannedWork } from './DayPanel.tsx'
import type { DayGoals } from './past-day.ts'
import { DayStepper } from './DayStepper.tsx'
import { EntriesPanel } from './EntriesPanel.tsx'
import { COLUMNS_CLASS } from './layout.ts'
import { PlanButton } from './PlanButton.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { dayQuery, overviewQuery } from './queries.ts'
import { type RunningEntry, addRunningWork } from './running-work.ts'

interface OverviewProps {
  running?: RunningEntry | null
  /** The work phases that the active run has still to do. */
  planned: readonly PlannedWork[]
  onContinue: (entry: TimeEntry) => void
}

/** Work of today or another day, this week and the last half year. */
export function Overview({ running = null, planned, onContinue }: OverviewProps) {
  const { t } = useTranslation()
  const overview = useQuery(overviewQuery())
  const projects = useQuery(projectList.query)
  const retry = () => void Promise.all([overview.refetch(), projects.refetch()])
  const error = overview.error ?? projects.error
  // `isFetching` is read only after an error, so that ordinary refetches do not rerender the page.
  const isRetrying = error !== null && [overview, projects].some(({ isFetching }) => isFetching)

  if (overview.data === undefined || projects.data === undefined)
    return error === null ? (
      <OverviewSkeleton />
    ) : (
      <Panel title={t('overview.today')}>
        <LoadError onRetry={retry} isRetrying={isRetrying} />
      </Panel>
    )
  // The offline banner already reports an unreachable server.
  const isOutdated = error !== null && !isServerUnreachable(error)
  return (
    <div className="grid gap-4">
      {isOutdated && <OutdatedNote onRetry={retry} isRetrying={isRetrying} />}
      <div className={clsx('grid gap-4 transition-opacity', isOutdated && 'opacity-60')}>
        <Panels {...{ running, planned, onContinue }} overview={addRunningWork(overview.data, running)} />
      </div>
    </div>
  )
}

const NO_WORK: readonly PlannedWork[] = []
const NO_GOALS: DayGoals = []

interface PanelsProps extends Required<OverviewProps> {
  overview: ReturnType<typeof addRunningWork>
}

function Panels({ overview, running, planned, onContinue }: PanelsProps) {
  const { t } = useTranslation()
  const { today } = overview
  const { date, setDate, isToday, past, day, goals } = useShownDay(overview)
  return (
    <>
      <DayAndPlan
        day={day ?? today}
        date={useDateTitle(date, isToday)}
        planned={isToday ? planned : NO_WORK}
        goals={goals}
        stepper={<DayStepper date={date} today={today.day} onChange={setDate} />}
      />
      <div className={COLUMNS_CLASS}>
        {day === undefined ? (
          <Panel title={t('overview.entryList')}>
            {past.isError ? (
              <LoadError onRetry={() => void past.refetch()} isRetrying={past.isFetching} />
            ) : (
              <Skeleton rows={8} />
            )}
          </Panel>
        ) : (
          <EntriesPanel
            day={day}
            isToday={isToday}
            running={isToday ? running : null}
            isNew={isNew(overview)}
            onContinue={onContinue}
          />
        )}
        <ActivityPanel overview={overview} isNew={isNew(overview)} />
      </div>
    </>
  )
}

/** The day that the user has stepped to; undefined while it loads. */
function useShownDay({ today, goals }: PanelsProps['overview']) {
  const [date, setDate] = useState(today.day)
  // A page that stays open overnight shows the new day.
  const [lastToday, setLastToday] = useState(today.day)
  if (lastToday !== today.day) {
    setLastToday(today.day)
    if (date === lastToday) setDate(today.day)
  }
  const isToday = date === today.day
  const past = useQuery(dayQuery(isToday ? undefined : date))
  const shown = isToday ? { day: today, goals } : { day: past.data, goals: past.data?.goals ?? NO_GOALS }
  return { date, setDate, isToday, past, ...shown }
}

/** A day, and the plan if it is today, whose sessions the ribbon shows too. */
function DayAndPlan({ planned, stepper, ...panel }: Omit<ComponentProps<typeof DayPanel>, 'hasPlan'>) {
  const hasPlan = useHasPlan()
  const [forecast, setForecast] = useState<readonly PlannedWork[]>()
  const isToday = panel.date === undefined
  return (
    <>
      <DayPanel
        {...panel}
        planned={forecast ?? planned}
        hasPlan={forecast !== undefined}
        stepper={
          <>
            {isToday && <PlanButton />}
            {stepper}
          </>
        }
      />
      {isToday && hasPlan && (
        <Suspense>
          <DayPlan onForecast={setForecast} />
        </Suspense>
      )}
    </>
  )
}

const isNew = ({ heatmap }: ReturnType<typeof addRunningWork>) => heatmap.days.length === 0

/** Undefined for today, which has its own title. */
function useDateTitle(date: string, isToday: boolean) {
  const { language } = useTranslation()
  if (isToday) return undefined
  const locale = toLocale(language)
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const text = new Date(date).toLocaleDateString(locale, format)
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

function OutdatedNote({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-secondary text-ink-2">
      {t('overview.outdated')}
      <Button busy={isRetrying} onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}
