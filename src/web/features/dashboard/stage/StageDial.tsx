import clsx from 'clsx'
import { Infinity as InfinityIcon, Pencil } from 'lucide-react'
import { deadlineOf } from '#core/timer/state.ts'
import { canMoveStart, workStartOf } from '#core/timer/work-start.ts'
import { useEditRun } from '#web/features/dashboard/dialogs/useEditRun.tsx'
import { formatClock } from '#web/features/dashboard/state/format-clock.ts'
import { isEndless, useScreenState } from '#web/features/dashboard/state/timer-screen-state.ts'
import { useClockSeconds } from '#web/features/dashboard/state/useClockSeconds.ts'
import { elapsedSeconds, useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { useWidth } from '#web/ui/hooks/useWidth.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { Clock } from '#web/ui/timer/Clock.tsx'
import { Dial } from '#web/ui/timer/Dial.tsx'

/** Rerenders every second, without rerendering the rest of the stage. */
export function StageDial() {
  const caption = useCaption()
  const screenState = useScreenState()
  const status = useTimer(({ view }) => view.status)
  const mode = useTimer(({ view }) => view.mode)
  const elapsed = useTimer(({ view, now }) => elapsedSeconds(view, now))
  const total = useTimer(({ view, selection }) =>
    view.status === 'idle' ? selection.workDuration * 60 : (view.phaseMs ?? 0) / 1_000,
  )
  const dialState = status === 'running' ? mode : status

  return (
    <div className="mx-auto w-full max-w-75 @3xl/stage:max-w-86">
      <Dial
        state={isEndless(screenState) ? 'infinite' : dialState}
        totalSeconds={total}
        elapsedSeconds={elapsed}
        label={caption}
      >
        <span className="flex max-w-48 items-center gap-1.5 text-secondary leading-tight font-strong text-balance text-on-stage-2">
          {isEndless(screenState) && <InfinityIcon size={17} aria-hidden="true" className="flex-none" />}
          {caption}
        </span>
        {screenState === 'continue' ? <SelectedEntryClock /> : <TimerClock isPaused={status === 'paused'} />}
        <StartOrEndLine />
      </Dial>
    </div>
  )
}

/** Fills the screen beside the buttons. Zoomed as a whole, so that it keeps its proportions. */
export function LargeDial() {
  const [ref, width] = useWidth()
  return (
    <div ref={ref} style={{ width: 'min(100%, 100dvh - 13.5rem)' }}>
      {width > 0 && (
        <div style={{ zoom: width / DIAL_WIDTH }}>
          <StageDial />
        </div>
      )}
    </div>
  )
}

const DIAL_WIDTH = 344

function TimerClock({ isPaused }: { isPaused: boolean }) {
  return <BigClock seconds={useClockSeconds()} isPaused={isPaused} />
}

/** Counts the time since the start of the entry selected to be continued, although the timer is idle. */
function SelectedEntryClock() {
  const startedAt = useTimer(({ selection }) => selection.selectedEntry?.startedAt ?? 0)
  const now = useNow().getTime()
  return <BigClock seconds={Math.max(0, Math.floor((now - startedAt) / 1_000))} isPaused={false} />
}

function BigClock({ seconds, isPaused }: { seconds: number; isPaused: boolean }) {
  const { t } = useTranslation()
  const endless = isEndless(useScreenState())
  const text = formatClock(seconds)
  return (
    <span
      role="timer"
      aria-live="off"
      aria-label={t(endless ? 'dashboard.elapsed' : 'dashboard.remaining')}
      className={clsx('my-2 text-clock', text.length > 5 ? LONG_TEXT : SHORT_TEXT)}
    >
      <Clock text={text} isPaused={isPaused} />
    </span>
  )
}

const SHORT_TEXT = '@max-3xl/stage:text-[4.75rem] @max-xs/stage:text-[3.75rem]'
const LONG_TEXT = 'text-[4rem] @max-xs/stage:text-[3rem]'

/** The end of the phase, or the start if there is no deadline. If the start can be corrected, a button for that. */
function StartOrEndLine() {
  const { t, language } = useTranslation()
  const view = useTimer(({ view }) => view)
  const entryStart = useTimer(({ selection }) => selection.selectedEntry?.startedAt)
  const { editRun, dialog } = useEditRun({ hasSubject: false })
  const canEdit = view.status !== 'idle' && canMoveStart(view)
  useShortcuts(canEdit ? { e: editRun } : {})
  const until = deadlineOf(view)
  const startedAt = workStartOf(view)
  const since = view.isInfinite || canEdit ? startedAt : (entryStart ?? null)
  const format = (time: number) => formatTime(time, language)
  const text =
    until !== null
      ? t('dashboard.until', { time: format(until) })
      : since !== null && t('dashboard.since', { time: format(since) })
  if (!canEdit || startedAt === null) return <span className={LINE}>{text}</span>
  return (
    <>
      <button
        type="button"
        aria-label={t('dashboard.editRun.button', { time: format(startedAt) })}
        title={t('dashboard.editRun.title')}
        onClick={editRun}
        className={`flex cursor-pointer items-center gap-1.5 rounded-small px-2 hover:bg-stage-2 hover:text-on-stage ${LINE}`}
      >
        {text}
        <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {dialog}
    </>
  )
}

const LINE = 'text-secondary text-on-stage-2 tabular-nums'

function useCaption() {
  const { t } = useTranslation()
  const screenState = useScreenState()
  const repetition = useTimer(({ view }) => view.repetition)
  const repetitions = useTimer(({ view }) => view.config.repetitions)
  return t(`dashboard.scene.${screenState}`, { session: repetition, sessions: repetitions })
}
