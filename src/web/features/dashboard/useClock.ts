import { elapsedSeconds, remainingSeconds, useTimer } from '#web/features/timer/queries.ts'
import type { Timer } from './scene.ts'

/** The seconds that the clock shows: what is left, or what has passed where there is no end. */
export const clockAt = ({ view, now, selection }: Pick<Timer, 'view' | 'now' | 'selection'>) =>
  view.status === 'idle' ? selection.workDuration * 60 : (remainingSeconds(view, now) ?? elapsedSeconds(view, now))

export const useClock = () => useTimer(clockAt)
