import { elapsedSeconds, remainingSeconds, useTimer } from '#web/features/timer/queries.ts'
import type { Timer } from './timer-screen-state.ts'

/** The seconds that the clock shows: what is left, or what has passed where there is no end. */
export const selectClockSeconds = ({ view, now, selection }: Pick<Timer, 'view' | 'now' | 'selection'>) =>
  view.status === 'idle' ? selection.workDuration * 60 : (remainingSeconds(view, now) ?? elapsedSeconds(view, now))

export const useClockSeconds = () => useTimer(selectClockSeconds)
