import { ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { MINUTE_MS } from '#core/time/units.ts'
import { deadlineOf, elapsedAt, type TimerState } from '#core/timer/state.ts'
import { isEndless, useScreenState } from '#web/features/dashboard/state/timer-screen-state.ts'
import { useSelectedPreset } from '#web/features/dashboard/state/useSelectedPreset.ts'
import { configOf, useTimer } from '#web/features/timer/queries.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { CycleTrack } from '#web/ui/timer/CycleTrack.tsx'
import { msLeftAfterPhase, runDurationMs, phaseIndexOf } from './run-plan.ts'

export const loadTimerSettings = () => import('#web/features/dashboard/settings/TimerSettings.tsx')
const TimerSettings = lazyComponent(() => loadTimerSettings().then((module) => ({ default: module.TimerSettings })))

/** The track is a few hundred pixels wide, so finer steps are not visible. */
const TRACK_STEPS = 200

/** The whole run with work and breaks to scale, its end, and the settings. */
export function CycleFooter() {
  const endless = isEndless(useScreenState())
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-stage-line bg-stage-2/40 px-5 py-2.5 text-caption @2xl/stage:gap-x-5.5 @3xl/stage:px-8.5">
      <PlanLine isEndless={endless} />
      {!endless && <Track />}
      <SettingsButton />
    </div>
  )
}

function PlanLine({ isEndless }: { isEndless: boolean }) {
  const { t, language } = useTranslation()
  const view = useTimer(({ view }) => view)
  const config = useConfig()
  if (isEndless) return <span className="text-on-stage-2">{t('dashboard.plan.endless')}</span>
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-strong">{t('dashboard.plan.sessions', { count: config.repetitions })}</span>{' '}
      <span className="text-on-stage-2">
        {view.status === 'idle'
          ? t('dashboard.plan.takes', { duration: formatDuration(runDurationMs(config), language) })
          : describeRemaining(view, t, language)}
      </span>
    </span>
  )
}

/** The end of the run as a time of day, or the remaining duration while paused. */
function describeRemaining(view: TimerState, t: Translate, language: string) {
  const end = deadlineOf(view)
  if (end !== null) return t('dashboard.plan.doneAt', { time: formatTime(end + msLeftAfterPhase(view), language) })
  const left = (view.phaseMs ?? 0) - elapsedAt(view, 0) + msLeftAfterPhase(view)
  return t('dashboard.plan.left', { duration: formatDuration(left, language) })
}

function Track() {
  const { t } = useTranslation()
  const { workMs, breakMs, repetitions } = useConfig()
  const longBreak = useTimer(({ selection }) => selection.longBreak)
  const view = useTimer(({ view }) => view)
  const step = useTimer(({ view, now }) => Math.floor((elapsedAt(view, now) / (view.phaseMs ?? 1)) * TRACK_STEPS))
  const position = view.status === 'idle' ? undefined : { phase: phaseIndexOf(view), progress: step / TRACK_STEPS }
  return (
    <div className="min-w-0 flex-1 @max-2xl/stage:order-3 @max-2xl/stage:flex-auto @max-2xl/stage:basis-full @max-2xl/stage:pb-1.5">
      <CycleTrack
        label={t('dashboard.plan.track', { session: view.repetition, sessions: repetitions })}
        workMinutes={workMs / MINUTE_MS}
        breakMinutes={breakMs / MINUTE_MS}
        repetitions={repetitions}
        longBreak={longBreak}
        {...(position && { position })}
      />
    </div>
  )
}

function SettingsButton() {
  const { t } = useTranslation()
  const { preset } = useSelectedPreset()
  const { workMs, breakMs } = useConfig()
  const { wasOpened, trigger, panel } = useLazyPanel(loadTimerSettings)
  return (
    <>
      <button
        {...trigger}
        className="-mr-2 ml-auto flex h-9 max-w-full min-w-0 flex-none cursor-pointer items-center gap-2 rounded-small px-2 font-strong transition-colors hover:bg-stage-2 aria-expanded:bg-stage-2 on-touch:h-11"
      >
        <span className="max-w-40 truncate">{preset?.name ?? t('dashboard.ownSettings')}</span>{' '}
        <span className="font-normal text-on-stage-2 tabular-nums">
          {workMs / MINUTE_MS} / {breakMs / MINUTE_MS}
        </span>{' '}
        <span className="sr-only">{t('dashboard.settings')}</span>
        <ChevronsUpDown size={15} strokeWidth={1.75} aria-hidden="true" className="flex-none text-on-stage-2" />
      </button>
      {wasOpened && (
        <Suspense>
          <TimerSettings {...panel} />
        </Suspense>
      )}
    </>
  )
}

/** Settings of the current or next run. */
function useConfig() {
  return configOf(useTimer(({ selection }) => selection))
}
