import clsx from 'clsx'
import { MORE_MINUTES } from '#web/features/dashboard/controls/overtime.ts'
import { Suspense } from 'react'
import { openFromMainAction } from '#web/features/dashboard/controls/main-action.tsx'
import { type TimerControls, useTimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import { LazyEndPhaseDialog } from '#web/features/dashboard/dialogs/LazyEndPhaseDialog.tsx'
import { NextInPlan, useHasPlan } from '#web/features/plan/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { OvertimeRow } from './OvertimeRow.tsx'
import { CycleFooter } from './CycleFooter.tsx'
import { STAGE_ID, useFullScreen } from './full-screen.ts'
import { StageControls } from './StageControls.tsx'
import { LargeDial, StageDial } from './StageDial.tsx'
import { StageTools } from './StageTools.tsx'
import { TimerSubject, loadPickers, ProjectHeadline } from './TimerSubject.tsx'

export function TimerStage() {
  const { t } = useTranslation()
  const state = useTimer(({ view: { status, mode } }) => (status === 'running' ? mode : status))
  const projectPanel = useLazyPanel(loadPickers)
  const { confirmation, controls } = useTimerControls(projectPanel.focus)
  const { startOrPause, skip, stop, reset, extend } = controls
  useShortcuts({
    ' ': startOrPause,
    n: skip,
    '+': () => extend(MORE_MINUTES),
    u: () => extend(null),
    s: stop,
    r: reset,
    p: openFromMainAction(projectPanel),
  })
  const isFull = useFullScreen()
  const hasPlan = useHasPlan()
  const Body = isFull ? FullBody : StageBody

  return (
    <>
      <div id={STAGE_ID} className={clsx('@container/stage', isFull && 'fixed inset-0 z-40')}>
        <Stage
          state={state}
          aria-label={t('dashboard.timer')}
          style={isFull ? WHOLE_SCREEN : undefined}
          className={clsx('relative', isFull && 'flex h-full flex-col')}
        >
          <Body controls={controls} projectPanel={projectPanel} />
          {hasPlan && (
            <Suspense>
              <NextInPlan />
            </Suspense>
          )}
          <CycleFooter />
          <StageTools isFull={isFull} />
        </Stage>
      </div>
      <LazyEndPhaseDialog confirmation={confirmation} />
    </>
  )
}

const WHOLE_SCREEN = { borderRadius: 0 }

interface BodyProps {
  controls: TimerControls
  projectPanel: ReturnType<typeof useLazyPanel>
}

/** On narrow screens the buttons come right after the dial. */
const StageBody = ({ controls, projectPanel }: BodyProps) => (
  <div className="grid @2xl/stage:grid-cols-[20rem_minmax(0,1fr)] @3xl/stage:grid-cols-[23.75rem_minmax(0,1fr)] @4xl/stage:grid-cols-[26.25rem_minmax(0,1fr)]">
    <div className="grid place-items-center px-5 pt-6 pb-4 @2xl/stage:py-8">
      <StageDial />
    </div>
    <div className="@container flex min-w-0 flex-col-reverse justify-center gap-5 px-5 pb-5 @2xl/stage:flex-col @2xl/stage:gap-7 @2xl/stage:py-7.5 @2xl/stage:pl-1.5 @3xl/stage:pr-8.5">
      <TimerSubject projectPanel={projectPanel} />
      <div className="grid gap-2.5">
        <StageControls {...controls} />
        <OvertimeRow {...controls} />
      </div>
    </div>
  </div>
)

/** Large enough to be read from across a room. */
const FullBody = ({ controls, projectPanel }: BodyProps) => (
  <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-5 p-5">
    <LargeDial />
    <div className="@container flex w-full flex-wrap items-center justify-center gap-x-5 gap-y-2 in-data-[stage=break]:text-ink">
      <ProjectHeadline {...projectPanel} />
      <StageControls {...controls} />
      <OvertimeRow {...controls} />
    </div>
  </div>
)
