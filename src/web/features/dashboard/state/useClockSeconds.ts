import { elapsedSeconds, remainingSeconds, useTimer } from '#web/features/timer/queries.ts'
import type { TimerData } from './timer-screen-state.ts'

/** Seconds on the clock: remaining, or elapsed if there is no deadline. */
export const selectClockSeconds = ({ view, now, selection }: Pick<TimerData, 'view' | 'now' | 'selection'>) =>
  view.status === 'idle' ? selection.workDuration * 60 : (remainingSeconds(view, now) ?? elapsedSeconds(view, now))

export const useClockSeconds = () => useTimer(selectClockSeconds)
