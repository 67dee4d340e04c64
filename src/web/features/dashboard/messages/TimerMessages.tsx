import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { isWaiting } from '#core/timer/state.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { type Timer, useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { ModeAnnouncement } from './ModeAnnouncement.tsx'
import { showRejection } from './outcome-messages.ts'

export const loadCompletion = () => import('#web/features/dashboard/dialogs/CompletionDialog.tsx')
const CompletionDialog = lazyComponent(() => loadCompletion().then((module) => ({ default: module.CompletionDialog })))

/** Messages that the user did not trigger: phase changes, completion and rejected commands. */
export function TimerMessages({ onStartAgain }: { onStartAgain: () => void }) {
  const { onPhaseChange } = useTimerService()
  const isComplete = useIsCompletionDialogOpen()
  useEffect(() => onPhaseChange(showPhaseChange), [onPhaseChange])
  useRejectionMessages()
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

function useRejectionMessages() {
  const client = useQueryClient()
  const { onCommandRejected } = useTimerService()
  useEffect(
    () =>
      onCommandRejected(({ code }) => {
        showRejection(code)
        if (code === 'unknown-project') void client.invalidateQueries({ queryKey: projectList.query.queryKey })
      }),
    [client, onCommandRejected],
  )
}

/** If the dialog cannot be loaded without a network, a toast replaces it. */
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

/** A skip needs no message, and completion has a dialog. */
function showPhaseChange({ from, to, kind, isSkipped }: Parameters<Parameters<Timer['onPhaseChange']>[0]>[0]) {
  if (isSkipped || kind === 'complete') return
  const messages = isWaiting(to) ? READY : BEGUN
  toast.show(currentTranslation().t(from.mode === 'work' ? messages[kind] : messages.afterBreak))
}

const BEGUN = { break: 'dashboard.workDone', work: 'dashboard.nextWork', afterBreak: 'dashboard.breakDone' } as const
const READY = {
  break: 'dashboard.breakReady',
  work: 'dashboard.nextWorkReady',
  afterBreak: 'dashboard.workReady',
} as const
