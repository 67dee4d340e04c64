import type { Segment } from '#core/time/segments.ts'
import { breakMsAfter, elapsedAt, type TimerState } from './state.ts'

/** The work that a run has still to do if it goes on from now without a pause: a segment for each work phase. */
export function plannedWork(state: TimerState, now: number): Segment[] {
  const { status, mode, repetition, phaseMs, config } = state
  if (status === 'idle' || phaseMs === null) return []
  const phaseEnd = now + phaseMs - elapsedAt(state, now)
  const work: Segment[] = mode === 'work' ? [[now, phaseEnd]] : []
  let nextWork = mode === 'work' ? phaseEnd + breakMsAfter(config, repetition) : phaseEnd
  for (let next = repetition + 1; next <= config.repetitions; next++) {
    const end = nextWork + config.workMs
    work.push([nextWork, end])
    nextWork = end + breakMsAfter(config, next)
  }
  return work
}
