import { useState } from 'react'
import { elapsedAt } from '#core/timer/state.ts'
import { MINUTE_MS } from '#core/units.ts'
import { readTimer, serverNow, timerActions, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { loadEndPhaseDialog } from '#web/features/dashboard/dialogs/load-end-phase-dialog.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { waitForProject, useSelectedProject } from '#web/features/dashboard/state/useSelectedProject.ts'

/** Something to be asked before it is done; `at`: when the button was pressed. */
export interface EndPhaseRequest {
  action: 'stop' | 'skip' | 'reset'
  at: number
  runId: string | null
  /** How much was worked. */
  workedMs: number
  isShort: boolean
}

export interface EndPhaseConfirmation {
  request: EndPhaseRequest
  onAnswer: (save: boolean) => void
  onCancel: () => void
}

export type TimerControls = ReturnType<typeof useTimerControls>['controls']

/** What the buttons and keys of the timer do, and what is to be asked before. */
export function useTimerControls(onProjectMissing: () => void) {
  const { t } = useTranslation()
  const { isMissing } = useSelectedProject()
  const [question, setQuestion] = useState<EndPhaseRequest>()
  const runId = useTimer(({ view }) => view.runId)

  async function start(options?: { stopwatch: boolean }) {
    const outcome = isMissing ? NO_PROJECT : await timerActions.start({ ...options, after: waitForProject() })
    if (!outcome.ok && outcome.code === 'project-required') {
      toast.show(t('dashboard.projectRequired'))
      onProjectMissing()
    } else showOutcome(outcome)
  }

  function startOrPause() {
    const { status } = readTimer().view
    if (status === 'idle') void start()
    else void (status === 'running' ? timerActions.pause() : timerActions.resume()).then(showOutcome)
  }

  const ask = (asked: EndPhaseRequest) => loadChunkThen(loadEndPhaseDialog, () => setQuestion(asked))

  function end(about: 'stop' | 'skip') {
    const asked = createEndPhaseRequest(about)
    const { view } = readTimer()
    if (view.status === 'idle' || (about === 'skip' && view.isInfinite)) return
    const isAsked = asked.workedMs > 0 && (about === 'stop' || asked.isShort)
    if (isAsked) ask(asked)
    else void endPhase(asked, { save: asked.workedMs > 0 })
  }

  function reset() {
    const asked = createEndPhaseRequest('reset')
    if (readTimer().view.status === 'idle') timerActions.selectEntry(null)
    else if (asked.workedMs >= MINUTE_MS) ask(asked)
    else void endPhase(asked, { save: false })
  }

  // Whoever ended it elsewhere meanwhile has answered.
  const isOpen = question !== undefined && question.runId === runId
  return {
    confirmation: isOpen ? toConfirmation(question, () => setQuestion(undefined)) : undefined,
    controls: {
      start: () => void start(),
      startOrPause,
      startStopwatch: () => void start({ stopwatch: true }),
      skip: () => end('skip'),
      stop: () => end('stop'),
      reset,
    },
  }
}

const toConfirmation = (question: EndPhaseRequest, onCancel: () => void): EndPhaseConfirmation => ({
  request: question,
  onCancel,
  onAnswer: (save) => {
    onCancel()
    void endPhase(question, { save })
  },
})

const NO_PROJECT = { ok: false, code: 'project-required' } as const

function createEndPhaseRequest(about: EndPhaseRequest['action']): EndPhaseRequest {
  const at = serverNow()
  const { view } = readTimer()
  const workedMs = view.mode === 'work' ? elapsedAt(view, at) : 0
  return { action: about, at, runId: view.runId, workedMs, isShort: !view.isInfinite && workedMs < MINUTE_MS }
}

/** Does it as of the moment of the press, and says what became of the work. */
async function endPhase({ action: about, at, workedMs }: EndPhaseRequest, { save }: { save: boolean }) {
  const outcome = await (about === 'skip' ? timerActions.skip({ save, at }) : timerActions.stop({ save, at }))
  showOutcome(outcome, { action: about, isSaved: save && workedMs >= MIN_SAVED_MS, hasWorked: workedMs > 0 })
}

const MIN_SAVED_MS = 1_000
