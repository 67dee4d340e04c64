import type { TimerConfig, TimerState } from '#core/timer/state.ts'

/** Time from the end of the current phase to the end of the run, without pauses. */
export function msLeftAfterPhase({ mode, repetition, config }: Pick<TimerState, 'mode' | 'repetition' | 'config'>) {
  const { workMs, breakMs, repetitions } = config
  const ownBreak = mode === 'work' ? breakMs : 0
  return ownBreak + Math.max(0, repetitions - repetition) * (workMs + breakMs)
}

export const runDurationMs = ({ workMs, breakMs, repetitions }: TimerConfig) => repetitions * (workMs + breakMs)

/** Index of the current phase on the cycle track, where each work phase has a break, even of zero length. */
export const phaseIndexOf = ({ mode, repetition }: Pick<TimerState, 'mode' | 'repetition'>) =>
  (repetition - 1) * 2 + (mode === 'break' ? 1 : 0)
