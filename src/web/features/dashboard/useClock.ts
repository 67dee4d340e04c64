import { elapsedSeconds, remainingSeconds, useTimer } from '#web/features/timer/queries.ts'

/** The seconds that the clock shows: what is left, or what has passed where there is no end. */
export const useClock = () =>
  useTimer(({ view, now, selection }) =>
    view.status === 'idle' ? selection.workDuration * 60 : (remainingSeconds(view, now) ?? elapsedSeconds(view, now)),
  )
