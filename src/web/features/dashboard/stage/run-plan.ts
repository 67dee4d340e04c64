import type { TimerConfig, TimerState } from '#core/timer/state.ts'

/** What is still to come once the present phase is over, if nobody pauses. */
export function msLeftAfterPhase({ mode, repetition, config }: Pick<TimerState, 'mode' | 'repetition' | 'config'>) {
  const { workMs, breakMs, repetitions } = config
  const ownBreak = mode === 'work' ? breakMs : 0
  return ownBreak + Math.max(0, repetitions - repetition) * (workMs + breakMs)
}

export const runDurationMs = ({ workMs, breakMs, repetitions }: TimerConfig) => repetitions * (workMs + breakMs)

/** Which part of the cycle track is the present one: every work phase has its break, be it of no length. */
export const phaseIndexOf = ({ mode, repetition }: Pick<TimerState, 'mode' | 'repetition'>) =>
  (repetition - 1) * 2 + (mode === 'break' ? 1 : 0)
