import { isWaiting, type TimerState } from '#core/timer/state.ts'
import { type Timer, useTimer } from '#web/features/timer/queries.ts'

/** `overtime`: a work phase that goes on until its user ends it. */
type RunningState = 'work' | 'overtime' | 'break' | 'stopwatch' | 'entry'

/** The state that the dashboard shows. `continue`: an entry is selected to continue; `waiting` and `breakWaiting`: a phase that has not begun. */
export type ScreenState = 'ready' | 'continue' | 'waiting' | 'breakWaiting' | RunningState | `${RunningState}Paused`

interface ScreenFacts {
  isWaiting: boolean
  hasEntry: boolean
}

export function toScreenState(timer: TimerState, { isWaiting, hasEntry }: ScreenFacts): ScreenState {
  const { status, mode } = timer
  if (status === 'idle') return hasEntry ? 'continue' : 'ready'
  const running = toRunningState(timer)
  if (status === 'running') return running
  if (isWaiting) return mode === 'break' ? 'breakWaiting' : 'waiting'
  return `${running}Paused`
}

function toRunningState({ mode, isInfinite, entryId, phaseMs }: TimerState): RunningState {
  if (isInfinite) return entryId === null ? 'stopwatch' : 'entry'
  return phaseMs === null ? 'overtime' : mode
}

/** Counts up without a deadline. */
export const isEndless = (state: ScreenState) => ENDLESS.has(state)

const ENDLESS: ReadonlySet<ScreenState> = new Set([
  'continue',
  'overtime',
  'overtimePaused',
  'stopwatch',
  'stopwatchPaused',
  'entry',
  'entryPaused',
])

export type TimerData = Pick<ReturnType<Timer['store']['getState']>, 'view' | 'now' | 'history' | 'selection'>

export const selectScreenState = ({ view, selection }: Pick<TimerData, 'view' | 'selection'>) =>
  toScreenState(view, { isWaiting: isWaiting(view), hasEntry: selection.selectedEntry !== null })

export const useScreenState = () => useTimer(selectScreenState)
