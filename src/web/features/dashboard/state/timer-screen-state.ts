import type { TimerState } from '#core/timer/state.ts'
import { type readTimer, useTimer } from '#web/features/timer/queries.ts'

type RunningState = 'work' | 'break' | 'stopwatch' | 'entry'

/** What the stage shows. `continue`: an entry is chosen to go on with; `waiting`: work that nobody was there to begin. */
export type TimerScreenState = 'ready' | 'continue' | 'waiting' | RunningState | `${RunningState}Paused`

interface ScreenFacts {
  isHeld: boolean
  hasEntry: boolean
}

export function toScreenState(
  { status, mode, isInfinite, entryId }: TimerState,
  { isHeld, hasEntry }: ScreenFacts,
): TimerScreenState {
  if (status === 'idle') return hasEntry ? 'continue' : 'ready'
  const running = isInfinite ? (entryId === null ? 'stopwatch' : 'entry') : mode
  if (status === 'running') return running
  return isHeld ? 'waiting' : `${running}Paused`
}

/** Counts up, without an end. */
export const isEndless = (scene: TimerScreenState) => ENDLESS_STATES.has(scene)

const ENDLESS_STATES: ReadonlySet<TimerScreenState> = new Set([
  'continue',
  'stopwatch',
  'stopwatchPaused',
  'entry',
  'entryPaused',
])

export type Timer = Pick<ReturnType<typeof readTimer>, 'view' | 'now' | 'ledger' | 'selection'>

export function selectScreenState({ view, ledger, selection }: Pick<Timer, 'view' | 'ledger' | 'selection'>) {
  const isHeld = (ledger.runs.at(-1)?.heldAt ?? null) !== null
  return toScreenState(view, { isHeld, hasEntry: selection.selectedEntry !== null })
}

export const useScreenState = () => useTimer(selectScreenState)
