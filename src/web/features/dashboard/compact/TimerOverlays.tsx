import { Suspense, useEffect, useState } from 'react'
import { loadEndPhaseDialog } from '#web/features/dashboard/dialogs/LazyEndPhaseDialog.tsx'
import { loadCompletion } from '#web/features/dashboard/messages/TimerMessages.tsx'
import { loadTimerSettings } from '#web/features/dashboard/stage/CycleFooter.tsx'
import { IdleReturn } from '#web/features/reminders/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { ClockInTitle } from './ClockInTitle.tsx'
import { canOpenMiniTimer, closeMiniTimer, useMiniWindow } from './mini-timer-window.ts'

/** Preloading starts when a freshly opened page has usually finished loading. */
const PRELOAD_DELAY_MS = 3_000

const loadBar = () => import('./StickyBar.tsx')
const StickyBar = lazyComponent(() => loadBar().then((module) => ({ default: module.StickyBar })))
const loadMini = () => import('./MiniTimer.tsx')
const MiniTimer = lazyComponent(() => loadMini().then((module) => ({ default: module.MiniTimer })))

/** The timer outside the dashboard: in the tab title, in a bar at the bottom of other pages, and in the mini window. */
export function TimerOverlays({ hasStage }: { hasStage: boolean }) {
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const isStopwatch = useTimer(({ view }) => view.status === 'running' && view.isInfinite)
  const isBarVisible = isActive && !hasStage
  const miniWindow = useMiniWindow()
  const isBarLoaded = useIsLoaded(loadBar, isBarVisible)
  const isMiniLoaded = useIsLoaded(loadMini, miniWindow !== undefined)
  usePreloadedParts()
  useEffect(() => closeMiniTimer, [])

  return (
    <Suspense>
      {isActive && <ClockInTitle />}
      {isStopwatch && <IdleReturn />}
      {isBarLoaded && <StickyBar isVisible={isBarVisible} />}
      {isMiniLoaded && miniWindow !== undefined && <MiniTimer within={miniWindow} />}
    </Suspense>
  )
}

/** If a chunk cannot be loaded without a network, only that part is missing. */
function useIsLoaded(load: () => Promise<unknown>, isNeeded: boolean) {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isNeeded)
      load().then(
        () => setIsLoaded(true),
        () => undefined,
      )
  }, [load, isNeeded])
  return isLoaded
}

/** Preloads the parts that are needed later, when there may be no network. */
function usePreloadedParts() {
  useEffect(() => {
    const parts = [
      loadEndPhaseDialog,
      loadCompletion,
      loadTimerSettings,
      loadBar,
      ...(canOpenMiniTimer() ? [loadMini] : []),
    ]
    const timeout = setTimeout(() => void Promise.allSettled(parts.map((load) => load())), PRELOAD_DELAY_MS)
    return () => clearTimeout(timeout)
  }, [])
}
