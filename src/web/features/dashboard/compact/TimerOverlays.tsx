import { lazy, Suspense, useEffect, useState } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { ClockInTitle } from './ClockInTitle.tsx'
import { loadEndPhaseDialog } from '#web/features/dashboard/dialogs/load-end-phase-dialog.ts'
import { canOpenMiniTimer, closeMiniTimer, useMiniWindow } from './mini-timer-window.ts'
import { loadCompletion } from '#web/features/dashboard/messages/TimerMessages.tsx'

/** When a page that was just opened has all that it shows. */
const PRELOAD_DELAY_MS = 3_000

const loadBar = () => import('./StickyBar.tsx')
const StickyBar = lazy(() => loadBar().then((module) => ({ default: module.StickyBar })))
const loadMini = () => import('./MiniTimer.tsx')
const MiniTimer = lazy(() => loadMini().then((module) => ({ default: module.MiniTimer })))

/** The timer beside its stage: in the tab's title, in a bar below every other page, in a window of its own. */
export function TimerOverlays({ hasStage }: { hasStage: boolean }) {
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const isBarWanted = isActive && !hasStage
  const miniWindow = useMiniWindow()
  const isBarLoaded = useIsLoaded(loadBar, isBarWanted)
  const isMiniLoaded = useIsLoaded(loadMini, miniWindow !== undefined)
  usePreloadedParts()
  useEffect(() => closeMiniTimer, [])

  return (
    <Suspense>
      {isActive && <ClockInTitle />}
      {isBarLoaded && <StickyBar isWanted={isBarWanted} />}
      {isMiniLoaded && miniWindow !== undefined && <MiniTimer within={miniWindow} />}
    </Suspense>
  )
}

/** Without a network a part may not come. Then it is missing, and nothing else is. */
function useIsLoaded(load: () => Promise<unknown>, isWanted: boolean) {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isWanted)
      load().then(
        () => setIsLoaded(true),
        () => undefined,
      )
  }, [load, isWanted])
  return isLoaded
}

/** Whoever presses Stop, or leaves the stage, may be without a network by then. */
function usePreloadedParts() {
  useEffect(() => {
    const parts = [loadEndPhaseDialog, loadCompletion, loadBar, ...(canOpenMiniTimer() ? [loadMini] : [])]
    const timeout = setTimeout(() => void Promise.allSettled(parts.map((load) => load())), PRELOAD_DELAY_MS)
    return () => clearTimeout(timeout)
  }, [])
}
