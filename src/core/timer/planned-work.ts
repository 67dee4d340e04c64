import type { Segment } from '#core/time/segments.ts'
import { elapsedAt, type TimerState } from './state.ts'

/** The work that a run has still to do if it goes on from now without a pause: a segment for each work phase. */
export function plannedWork(state: TimerState, now: number): Segment[] {
  const { status, mode, repetition, phaseMs, config } = state
  if (status === 'idle' || phaseMs === null) return []
  const phaseEnd = now + phaseMs - elapsedAt(state, now)
  const nextWork = mode === 'work' ? phaseEnd + config.breakMs : phaseEnd
  const later = Array.from({ length: Math.max(0, config.repetitions - repetition) }, (_, index): Segment => {
    const start = nextWork + index * (config.workMs + config.breakMs)
    return [start, start + config.workMs]
  })
  return mode === 'work' ? [[now, phaseEnd], ...later] : later
}
