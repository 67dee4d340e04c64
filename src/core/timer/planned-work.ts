import type { Segment } from '#core/time/segments.ts'
import { breakMsAfter, elapsedAt, type TimerState } from './state.ts'

interface PlannedRun {
  /** A segment for each work phase that has time left. */
  work: Segment[]
  /** The work phases that are not over, also overtime, which has no time left. */
  sessions: number
  /** When the break after the last of them is over. */
  until: number
  /** The number of the last of them within the run; 0 without a run. */
  repetition: number
}

/** The work that a run has still to do if it goes on from now without a pause. */
export const plannedWork = (state: TimerState, now: number): Segment[] => planRun(state, now).work

/** What a run has still to do, breaks included, up to a number of work phases. The present one always counts. */
export function planRun(state: TimerState, now: number, maxSessions = Infinity): PlannedRun {
  const { status, mode, isInfinite, phaseMs, config } = state
  if (status === 'idle' || isInfinite) return { work: [], sessions: 0, until: now, repetition: 0 }
  // Overtime without an end may end at any time.
  const phaseEnd = phaseMs === null ? now : now + phaseMs - elapsedAt(state, now)
  const begun = mode === 'work' ? 1 : 0
  const work: Segment[] = begun && phaseEnd > now ? [[now, phaseEnd]] : []
  let { repetition } = state
  let until = begun ? phaseEnd + breakMsAfter(config, repetition) : phaseEnd
  const last = Math.min(config.repetitions, repetition + maxSessions - begun)
  while (repetition < last) {
    repetition += 1
    const end = until + config.workMs
    work.push([until, end])
    until = end + breakMsAfter(config, repetition)
  }
  return { work, sessions: begun + repetition - state.repetition, until, repetition }
}
