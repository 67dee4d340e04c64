import { breakMsAfter, type TimerConfig, type TimerState } from '#core/timer/state.ts'

/** Time from the end of the current phase to the end of the run, without pauses. */
export function msLeftAfterPhase({ mode, repetition, config }: Pick<TimerState, 'mode' | 'repetition' | 'config'>) {
  const ownBreak = mode === 'work' ? breakMsAfter(config, repetition) : 0
  return ownBreak + durationMsFrom(config, repetition + 1)
}

export const runDurationMs = (config: TimerConfig) => durationMsFrom(config, 1)

/** The length of the work phases from a repetition on, with their breaks. */
function durationMsFrom(config: TimerConfig, first: number) {
  let duration = 0
  for (let repetition = first; repetition <= config.repetitions; repetition++)
    duration += config.workMs + breakMsAfter(config, repetition)
  return duration
}

/** Index of the current phase on the cycle track, where each work phase has a break, even of zero length. */
export const phaseIndexOf = ({ mode, repetition }: Pick<TimerState, 'mode' | 'repetition'>) =>
  (repetition - 1) * 2 + (mode === 'break' ? 1 : 0)
