import { MINUTE_MS } from '#core/time/units.ts'
import { phaseToExtend } from '#core/timer/overtime.ts'
import { breakMsAfter, elapsedAt, isWaiting, type TimerState } from '#core/timer/state.ts'
import type { TimerData } from '#web/features/dashboard/state/timer-screen-state.ts'
import { useTimer } from '#web/features/timer/queries.ts'

export const MORE_MINUTES = 5

/** Going on is offered from this long before the end of a work phase. */
const OFFER_MS = 5 * MINUTE_MS

/** `soon`: the work ends soon; `after`: it has ended, and could go on. */
type Overtime = 'soon' | 'after' | undefined

/** Whether the stage offers to go on with the work. Its key works during the whole phase. */
export function selectOvertime({ view, now, history }: Pick<TimerData, 'view' | 'now' | 'history'>): Overtime {
  if (isWorking(view)) return isNearEnd(view, now) || isInOvertime(view, now) ? 'soon' : undefined
  const run = history.runs.at(-1)
  const isOver = view.mode === 'break' || view.isComplete
  return isOver && run !== undefined && phaseToExtend(run, now) !== undefined ? 'after' : undefined
}

const isWorking = ({ status, mode }: TimerState) => status !== 'idle' && mode === 'work'

const isNearEnd = (view: TimerState, now: number) =>
  view.phaseMs !== null && !isWaiting(view) && view.phaseMs - elapsedAt(view, now) <= OFFER_MS

export const useOvertime = () => useTimer(selectOvertime)

/** Also before the planned end, if the phase has no end any more. */
const isInOvertime = (view: TimerState, now: number) =>
  !view.isInfinite && (view.phaseMs === null || (view.plannedMs !== null && elapsedAt(view, now) >= view.plannedMs))

/** Whether Skip ends overtime, and a break follows. */
export const selectTakesBreak = ({ view, now }: Pick<TimerData, 'view' | 'now'>) =>
  isWorking(view) && isInOvertime(view, now) && breakMsAfter(view.config, view.repetition) > 0

export const useTakesBreak = () => useTimer(selectTakesBreak)

/** Whether the work goes on until its user ends it. */
export const isOpenWork = ({ mode, phaseMs }: TimerState) => mode === 'work' && phaseMs === null
