import { RotateCcw, SkipForward, Square, Timer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ICON, MAIN_ACTION, MAIN_ACTION_ID } from '#web/features/dashboard/controls/main-action.tsx'
import type { TimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import { useTakesBreak } from '#web/features/dashboard/controls/overtime.ts'
import { type ScreenState, useScreenState } from '#web/features/dashboard/state/timer-screen-state.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

/** The timer's buttons; on narrow screens all but the first are icons. */
export function StageControls(controls: TimerControls) {
  const state = useScreenState()
  const status = useTimer(({ view }) => view.status)
  return (
    <div className="flex flex-wrap gap-2 @lg:gap-2.5">
      <MainButton status={status} isBreakReady={state === 'breakWaiting'} onPress={controls.startOrPause} />
      {status === 'idle' ? <IdleButtons state={state} {...controls} /> : <ActiveButtons {...controls} />}
    </div>
  )
}

interface MainButtonProps {
  status: keyof typeof MAIN_ACTION
  isBreakReady: boolean
  onPress: () => void
}

function MainButton({ status, isBreakReady, onPress }: MainButtonProps) {
  const { t } = useTranslation()
  const { label, icon } = MAIN_ACTION[status]
  return (
    <Button
      id={MAIN_ACTION_ID}
      variant="stage"
      size="lg"
      icon={icon}
      kbd={t('dashboard.spaceKey')}
      onClick={onPress}
      className={`min-w-42 @max-lg:min-w-30 @max-lg:flex-1 @max-lg:px-3 ${isBreakReady ? '@max-lg:basis-full' : ''}`}
    >
      {t(isBreakReady ? 'dashboard.overtime.startBreak' : label)}
    </Button>
  )
}

type ButtonsProps = TimerControls & { state: ScreenState }

function IdleButtons({ state, startStopwatch, reset }: ButtonsProps) {
  const { t } = useTranslation()
  if (state === 'continue')
    return (
      <QuietButton icon={<RotateCcw {...ICON} />} kbd="R" onClick={reset}>
        {t('dashboard.reset')}
      </QuietButton>
    )
  return (
    <QuietButton fold="never" icon={<Timer {...ICON} />} onClick={startStopwatch}>
      {t('dashboard.stopwatch')}
    </QuietButton>
  )
}

function ActiveButtons({ skip, stop, reset }: TimerControls) {
  const { t } = useTranslation()
  const isStopwatch = useTimer(({ view }) => view.isInfinite)
  const takesBreak = useTakesBreak()
  return (
    <>
      {!isStopwatch && (
        <QuietButton icon={<SkipForward {...ICON} />} kbd="N" onClick={skip}>
          {t(takesBreak ? 'dashboard.overtime.takeBreak' : 'dashboard.skip')}
        </QuietButton>
      )}
      <QuietButton icon={<Square {...ICON} size={17} />} kbd="S" onClick={stop}>
        {t('dashboard.stop')}
      </QuietButton>
      <QuietButton fold="always" icon={<RotateCcw {...ICON} size={18} />} title={t('dashboard.reset')} onClick={reset}>
        {t('dashboard.reset')}
      </QuietButton>
    </>
  )
}

type Fold = 'always' | 'if-narrow' | 'never'

/** `fold`: when only the icon is shown. */
function QuietButton({ fold = 'if-narrow', ...button }: ComponentProps<typeof Button> & { fold?: Fold }) {
  return <Button {...button} variant="stage-quiet" size="lg" className={FOLD[fold]} />
}

const FOLD: Record<Fold, string> = {
  always: 'w-13 px-0! [&>span>span]:sr-only',
  'if-narrow': '@max-lg:w-13 @max-lg:px-0 @max-lg:[&>span>span]:sr-only',
  never: '',
}
