import { elapsedAt } from '#core/timer/state.ts'
import { isOpenWork, selectOvertime, selectTakesBreak } from '#web/features/dashboard/controls/overtime.ts'
import type { TextKey, Translate } from '#web/i18n/i18n.ts'
import { formatClock } from './format-clock.ts'
import { isEndless, type ScreenState, selectScreenState, type TimerData } from './timer-screen-state.ts'
import { selectClockSeconds } from './useClockSeconds.ts'

const ENDLESS_SWEEP_MS = 60_000

/** The timer's state for small views: sticky bar, mini window and screen readers. */
export function summarizeTimer(timer: TimerData) {
  const { view, now, selection } = timer
  const { status, mode, repetition, config, phaseMs } = view
  const screenState = selectScreenState(timer)
  const elapsedMs = elapsedAt(view, now)
  return {
    screenState,
    status,
    stageState: status === 'running' ? mode : status,
    clockText: formatClock(screenState === 'continue' ? selectedEntryAgeSeconds(timer) : selectClockSeconds(timer)),
    isEndless: isEndless(screenState),
    isStopwatch: view.isInfinite,
    /** From 0 to 1; without a deadline it restarts every minute. */
    progress: phaseMs === null ? (elapsedMs % ENDLESS_SWEEP_MS) / ENDLESS_SWEEP_MS : Math.min(1, elapsedMs / phaseMs),
    /** Whether going on with the work is offered, and taking the break in place of Skip. */
    hasOvertime: selectOvertime(timer) !== undefined,
    isOpenWork: isOpenWork(view),
    takesBreak: selectTakesBreak(timer),
    repetition,
    repetitions: config.repetitions,
    taskId: selection.taskId,
    notes: selection.notes,
  }
}

export type TimerSummary = ReturnType<typeof summarizeTimer>

/** Time since the start of the entry that is selected to be continued. */
const selectedEntryAgeSeconds = ({ now, selection }: TimerData) =>
  Math.max(0, Math.floor((now - (selection.selectedEntry?.startedAt ?? now)) / 1_000))

/** The mode, and the number of the focus session if there are several. */
export function describeMode({ screenState, repetition, repetitions }: TimerSummary, t: Translate) {
  const mode = t(MODE_KEYS[screenState])
  if (repetitions === 1 || !CYCLE_STATES.has(screenState)) return mode
  return t('dashboard.mode.session', { mode, session: repetition, sessions: repetitions })
}

const CYCLE_STATES: ReadonlySet<ScreenState> = new Set([
  'work',
  'workPaused',
  'overtime',
  'overtimePaused',
  'break',
  'breakPaused',
])

export const MODE_KEYS: Record<ScreenState, TextKey> = {
  ready: 'dashboard.scene.ready',
  continue: 'dashboard.scene.continue',
  waiting: 'dashboard.scene.waiting',
  breakWaiting: 'dashboard.scene.breakWaiting',
  overtime: 'dashboard.mode.overtime',
  overtimePaused: 'dashboard.mode.paused',
  work: 'dashboard.mode.work',
  workPaused: 'dashboard.mode.paused',
  break: 'dashboard.mode.break',
  breakPaused: 'dashboard.mode.breakPaused',
  stopwatch: 'dashboard.mode.work',
  stopwatchPaused: 'dashboard.mode.paused',
  entry: 'dashboard.mode.work',
  entryPaused: 'dashboard.mode.paused',
}
