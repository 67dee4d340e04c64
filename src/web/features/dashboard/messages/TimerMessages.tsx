import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { projectList } from '#web/features/projects/queries.ts'
import { onPhaseChange, onRefused, useTimer } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ModeAnnouncement } from './ModeAnnouncement.tsx'
import { showRefusal } from './outcome-messages.ts'

export const loadCompletion = () => import('#web/features/dashboard/dialogs/CompletionDialog.tsx')
const CompletionDialog = lazy(() => loadCompletion().then((module) => ({ default: module.CompletionDialog })))

/** What the timer says by itself: phases that end, the end of all of them, presses that turned out to be void. */
export function TimerMessages({ onStartAgain }: { onStartAgain: () => void }) {
  const isComplete = useIsCompletionDialogOpen()
  useEffect(() => onPhaseChange(showPhaseChange), [])
  useRefusalMessages()
  return (
    <>
      <ModeAnnouncement />
      {isComplete && (
        <Suspense>
          <CompletionDialog onStartAgain={onStartAgain} />
        </Suspense>
      )}
    </>
  )
}

function useRefusalMessages() {
  const client = useQueryClient()
  useEffect(
    () =>
      onRefused(({ code }) => {
        showRefusal(code)
        if (code === 'unknown-project') void client.invalidateQueries({ queryKey: projectList.query.queryKey })
      }),
    [client],
  )
}

/** Without a network the dialog may not come; a line must do then. */
function useIsCompletionDialogOpen() {
  const isComplete = useTimer(({ view }) => view.isComplete)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!isComplete) return
    loadCompletion().then(
      () => setIsLoaded(true),
      () => toast.show(currentTranslation().t('dashboard.complete.title')),
    )
  }, [isComplete])
  return isComplete && isLoaded
}

/** Whoever skipped knows; the end of all has a dialog. */
function showPhaseChange({ from, kind, isSkipped }: Parameters<Parameters<typeof onPhaseChange>[0]>[0]) {
  if (isSkipped || kind === 'complete') return
  const afterWork = kind === 'break' ? 'dashboard.workDone' : 'dashboard.nextWork'
  toast.show(currentTranslation().t(from.mode === 'work' ? afterWork : 'dashboard.breakDone'))
}
