import { useState } from 'react'
import { MINUTE_MS } from '#core/time/units.ts'
import { MIN_FOCUS_SESSION_MS } from '#core/timer/transition.ts'
import {
  type EndPhaseConfirmation,
  type EndPhaseRequest,
  toEndPhaseRequest,
} from '#web/features/dashboard/dialogs/end-phase-confirmation.ts'
import { loadEndPhaseDialog } from '#web/features/dashboard/dialogs/LazyEndPhaseDialog.tsx'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { waitForProject, useSelectedProject } from '#web/features/dashboard/state/useSelectedProject.ts'
import { type Timer, useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'

export type TimerControls = ReturnType<typeof useTimerControls>['controls']

/** The actions of the timer's buttons and keys, and the confirmation that is open, if any. */
export function useTimerControls(onProjectMissing: () => void) {
  const { t } = useTranslation()
  const timer = useTimerService()
  const { store, actions } = timer
  const { isMissing } = useSelectedProject()
  const [openRequest, setOpenRequest] = useState<EndPhaseRequest>()
  const runId = useTimer(({ view }) => view.runId)

  async function start(options?: { stopwatch: boolean }) {
    const outcome = isMissing ? NO_PROJECT : await actions.start({ ...options, after: waitForProject(timer) })
    if (!outcome.ok && outcome.code === 'project-required') {
      toast.show(t('dashboard.projectRequired'))
      onProjectMissing()
    } else showOutcome(outcome)
  }

  function startOrPause() {
    const { status } = store.getState().view
    if (status === 'idle') void start()
    else void (status === 'running' ? actions.pause() : actions.resume()).then(showOutcome)
  }

  const confirm = (request: EndPhaseRequest) => loadChunkThen(loadEndPhaseDialog, () => setOpenRequest(request))

  function end(action: 'stop' | 'skip') {
    const { view } = store.getState()
    const request = toEndPhaseRequest(view, action, timer.serverNow())
    if (view.status === 'idle' || (action === 'skip' && view.isInfinite)) return
    const needsConfirmation = request.workedMs > 0 && (action === 'stop' || request.isShort)
    if (needsConfirmation) confirm(request)
    else void endPhase(timer, request, { save: request.workedMs > 0 })
  }

  function reset() {
    const { view } = store.getState()
    const request = toEndPhaseRequest(view, 'reset', timer.serverNow())
    if (view.status === 'idle') void actions.selectEntry(null)
    else if (request.workedMs >= MINUTE_MS) confirm(request)
    else void endPhase(timer, request, { save: false })
  }

  // Closes the dialog when the run was ended on another device.
  const isOpen = openRequest !== undefined && openRequest.runId === runId
  return {
    confirmation: isOpen ? toConfirmation(timer, openRequest, () => setOpenRequest(undefined)) : undefined,
    controls: {
      start: () => void start(),
      startOrPause,
      startStopwatch: () => void start({ stopwatch: true }),
      skip: () => end('skip'),
      /** Lets the work go on, by some minutes or until the user ends it. */
      extend: (minutes: number | null) =>
        void actions.extend(minutes === null ? null : minutes * MINUTE_MS).then(showOutcome),
      stop: () => end('stop'),
      reset,
    },
  }
}

const toConfirmation = (timer: Timer, request: EndPhaseRequest, onCancel: () => void): EndPhaseConfirmation => ({
  request,
  onCancel,
  onAnswer: (save) => {
    onCancel()
    void endPhase(timer, request, { save })
  },
})

const NO_PROJECT = { ok: false, code: 'project-required' } as const

/** Ends the phase at the time of the request, and shows whether the work was saved. */
async function endPhase({ actions }: Timer, { action, at, workedMs }: EndPhaseRequest, { save }: { save: boolean }) {
  const outcome = await (action === 'skip' ? actions.skip({ save, at }) : actions.stop({ save, at }))
  showOutcome(outcome, { action, isSaved: save && workedMs >= MIN_FOCUS_SESSION_MS, hasWorked: workedMs > 0 })
}
