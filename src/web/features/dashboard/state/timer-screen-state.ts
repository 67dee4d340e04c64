import type { TimerState } from '#core/timer/state.ts'
import { type Timer, useTimer } from '#web/features/timer/queries.ts'

type RunningState = 'work' | 'break' | 'stopwatch' | 'entry'

/** The state that the dashboard shows. `continue`: an entry is selected to continue; `waiting`: a held work phase. */
export type ScreenState = 'ready' | 'continue' | 'waiting' | RunningState | `${RunningState}Paused`

interface ScreenFacts {
  isHeld: boolean
  hasEntry: boolean
}

export function toScreenState(timer: TimerState, { isHeld, hasEntry }: ScreenFacts): ScreenState {
  const { status, mode, isInfinite, entryId } = timer
  if (status === 'idle') return hasEntry ? 'continue' : 'ready'
  const running = isInfinite ? (entryId === null ? 'stopwatch' : 'entry') : mode
  if (status === 'running') return running
  return isHeld ? 'waiting' : `${running}Paused`
}

/** Counts up without a deadline. */
export const isEndless = (state: ScreenState) => ENDLESS.has(state)

const ENDLESS: ReadonlySet<ScreenState> = new Set(['continue', 'stopwatch', 'stopwatchPaused', 'entry', 'entryPaused'])

export type TimerData = Pick<ReturnType<Timer['store']['getState']>, 'view' | 'now' | 'history' | 'selection'>

export function selectScreenState({ view, history, selection }: Pick<TimerData, 'view' | 'history' | 'selection'>) {
  const isHeld = (history.runs.at(-1)?.heldAt ?? null) !== null
  return toScreenState(view, { isHeld, hasEntry: selection.selectedEntry !== null })
}

export const useScreenState = () => useTimer(selectScreenState)
