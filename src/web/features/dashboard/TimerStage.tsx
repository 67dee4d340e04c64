import { lazy, Suspense, useEffect } from 'react'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { usePanel } from '#web/ui/usePanel.ts'
import { useShortcuts } from '#web/ui/useShortcuts.ts'
import { Brief, loadPickers } from './Brief.tsx'
import { ClockInTitle } from './ClockInTitle.tsx'
import { Controls } from './Controls.tsx'
import { CycleFooter } from './CycleFooter.tsx'
import { StageDial } from './StageDial.tsx'
import { loadCompletion } from './TimerMessages.tsx'
import { useControls } from './useControls.ts'

/** When a page that was just opened has all that it shows. */
const SETTLED_MS = 3_000

const loadQuestions = () => import('./Questions.tsx')
const Questions = lazy(() => loadQuestions().then((module) => ({ default: module.Questions })))

/** The timer as people see it. */
export function TimerStage() {
  const { t } = useTranslation()
  const state = useTimer(({ view: { status, mode } }) => (status === 'running' ? mode : status))
  const projectPanel = usePanel(loadPickers)
  const { question, answer, cancel, controls } = useControls({
    onProjectMissing: projectPanel.focus,
    prepare: loadQuestions,
  })
  const { startOrPause, skip, stop, reset } = controls
  useShortcuts({ ' ': startOrPause, n: skip, s: stop, r: reset, p: projectPanel.open })

  // Whoever presses Stop may be without a network by then.
  useEffect(() => {
    const prepare = () => void Promise.allSettled([loadQuestions(), loadCompletion()])
    const timeout = setTimeout(prepare, SETTLED_MS)
    return () => clearTimeout(timeout)
  }, [])

  return (
    <>
      <div className="@container/stage">
        <Stage state={state} aria-label={t('dashboard.timer')}>
          <div className="grid @2xl/stage:grid-cols-[20rem_minmax(0,1fr)] @3xl/stage:grid-cols-[23.75rem_minmax(0,1fr)] @4xl/stage:grid-cols-[26.25rem_minmax(0,1fr)]">
            <div className="grid place-items-center px-5 pt-6 pb-4 @2xl/stage:py-8">
              <StageDial />
            </div>
            <div className="@container flex min-w-0 flex-col justify-center gap-5 px-5 pb-5 @2xl/stage:gap-7 @2xl/stage:py-7.5 @2xl/stage:pl-1.5 @3xl/stage:pr-8.5">
              <Brief projectPanel={projectPanel} />
              <Controls {...controls} />
            </div>
          </div>
          <CycleFooter />
        </Stage>
      </div>
      <ClockInTitle />
      {question !== undefined && (
        <Suspense>
          <Questions question={question} onAnswer={answer} onCancel={cancel} />
        </Suspense>
      )}
    </>
  )
}
