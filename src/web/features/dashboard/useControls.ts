import { useState } from 'react'
import { elapsedAt } from '#core/timer/state.ts'
import { MINUTE_MS } from '#core/units.ts'
import { readTimer, serverNow, timerActions, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { afterLoading } from '#web/ui/after-loading.ts'
import { toast } from '#web/ui/toast.ts'
import { loadQuestions } from './load-questions.ts'
import { tellOutcome } from './outcomes.ts'
import { untilProject, useProject } from './useProject.ts'

/** Something to be asked before it is done; `at`: when the button was pressed. */
export interface Question {
  about: 'stop' | 'skip' | 'reset'
  at: number
  runId: string | null
  /** How much was worked. */
  workedMs: number
  isShort: boolean
}

export interface Asked {
  question: Question
  onAnswer: (save: boolean) => void
  onCancel: () => void
}

export type TimerControls = ReturnType<typeof useControls>['controls']

/** What the buttons and keys of the timer do, and what is to be asked before. */
export function useControls(onProjectMissing: () => void) {
  const { t } = useTranslation()
  const { isMissing } = useProject()
  const [question, setQuestion] = useState<Question>()
  const runId = useTimer(({ view }) => view.runId)

  async function start(options?: { stopwatch: boolean }) {
    const outcome = isMissing ? NO_PROJECT : await timerActions.start({ ...options, after: untilProject() })
    if (!outcome.ok && outcome.code === 'project-required') {
      toast.show(t('dashboard.projectRequired'))
      onProjectMissing()
    } else tellOutcome(outcome)
  }

  function startOrPause() {
    const { status } = readTimer().view
    if (status === 'idle') void start()
    else void (status === 'running' ? timerActions.pause() : timerActions.resume()).then(tellOutcome)
  }

  const ask = (asked: Question) => afterLoading(loadQuestions, () => setQuestion(asked))

  function end(about: 'stop' | 'skip') {
    const asked = questionNow(about)
    const { view } = readTimer()
    if (view.status === 'idle' || (about === 'skip' && view.isInfinite)) return
    const isAsked = asked.workedMs > 0 && (about === 'stop' || asked.isShort)
    if (isAsked) ask(asked)
    else void carryOut(asked, { save: asked.workedMs > 0 })
  }

  function reset() {
    const asked = questionNow('reset')
    if (readTimer().view.status === 'idle') timerActions.selectEntry(null)
    else if (asked.workedMs >= MINUTE_MS) ask(asked)
    else void carryOut(asked, { save: false })
  }

  // Whoever ended it elsewhere meanwhile has answered.
  const isOpen = question !== undefined && question.runId === runId
  return {
    asked: isOpen ? toAsked(question, () => setQuestion(undefined)) : undefined,
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

const toAsked = (question: Question, onCancel: () => void): Asked => ({
  question,
  onCancel,
  onAnswer: (save) => {
    onCancel()
    void carryOut(question, { save })
  },
})

const NO_PROJECT = { ok: false, code: 'project-required' } as const

function questionNow(about: Question['about']): Question {
  const at = serverNow()
  const { view } = readTimer()
  const workedMs = view.mode === 'work' ? elapsedAt(view, at) : 0
  return { about, at, runId: view.runId, workedMs, isShort: !view.isInfinite && workedMs < MINUTE_MS }
}

/** Does it as of the moment of the press, and says what became of the work. */
async function carryOut({ about, at, workedMs }: Question, { save }: { save: boolean }) {
  const outcome = await (about === 'skip' ? timerActions.skip({ save, at }) : timerActions.stop({ save, at }))
  tellOutcome(outcome, { about, isSaved: save && workedMs >= SHORTEST_MS, hasWorked: workedMs > 0 })
}

const SHORTEST_MS = 1_000
