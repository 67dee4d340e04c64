import { Suspense, useMemo } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { plannedWork } from '#core/timer/planned-work.ts'
import type { TimerState } from '#core/timer/state.ts'
import { DashboardHeader } from '#web/features/dashboard/DashboardHeader.tsx'
import { useContinueEntry } from '#web/features/dashboard/dialogs/useContinueEntry.tsx'
import { TimerStage } from '#web/features/dashboard/stage/TimerStage.tsx'
import { OverviewSkeleton } from '#web/features/overview/OverviewSkeleton.tsx'
import { overviewQuery } from '#web/features/overview/queries.ts'
import { runningEntryAt, useTimer } from '#web/features/timer/queries.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { DashboardActions } from './DashboardActions.tsx'
import type { Services } from './services.ts'

const Overview = lazyComponent(() =>
  import('#web/features/overview/Overview.tsx').then((module) => ({ default: module.Overview })),
)

/** The overview shows minutes, so it need not update every second. */
const UPDATE_INTERVAL_MS = 10_000

export const prepare = (_search: unknown, { queryClient }: Services) => void queryClient.prefetchQuery(overviewQuery())

export function DashboardPage() {
  const { continueEntry, dialog } = useContinueEntry()
  // The timer is rendered first, because users open the page for it.
  const isTimerDrawn = useIsAfterFirstRender()
  return (
    <div className="grid gap-4">
      <DashboardHeader>
        <DashboardActions />
      </DashboardHeader>
      <TimerStage />
      {isTimerDrawn && <RunningOverview onContinue={(entry) => continueEntry(toContinue(entry))} />}
      {dialog}
    </div>
  )
}

function RunningOverview({ onContinue }: { onContinue: (entry: TimeEntry) => void }) {
  const { running, planned } = useRun()
  return (
    <Suspense fallback={<OverviewSkeleton />}>
      <Overview running={running} planned={planned} onContinue={onContinue} />
    </Suspense>
  )
}

/** The work of the active run up to now, and what it has still to do. */
function useRun() {
  const view = useTimer((timer) => timer.view)
  const tick = useTimer((timer) => Math.floor(timer.now / UPDATE_INTERVAL_MS) * UPDATE_INTERVAL_MS)
  return useMemo(() => {
    const now = Math.max(tick, view.lastAt)
    return { running: runningEntryAt(view, now), planned: toPlanned(view, now) }
  }, [view, tick])
}

const toPlanned = (view: TimerState, now: number) =>
  plannedWork(view, now).map(([start, end]) => ({ start, end, project: view.subject?.projectId ?? '' }))

const toContinue = ({ id, project, task, notes, tags, startTime, endTime }: TimeEntry) => ({
  id,
  projectId: project,
  taskId: task,
  notes,
  tags,
  startedAt: Date.parse(startTime),
  endedAt: endTime === null ? null : Date.parse(endTime),
})
