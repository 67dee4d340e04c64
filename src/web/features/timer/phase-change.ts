import { focusSessionKey } from '#core/timer/focus-sessions.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { TimerState } from '#core/timer/state.ts'

/** The end of a phase and the beginning of the next one. */
export interface PhaseChange {
  from: TimerState
  to: TimerState
  /** Identifies the phase that has ended, the same in every tab and on every device. */
  phaseKey: string
  /** The phase that has begun; `complete` after the last repetition. */
  kind: 'break' | 'work' | 'complete'
  /** The user skipped the phase, so there is nothing to notify about. */
  isSkipped: boolean
  /** Whether this tab is the one of this browser that notifies. */
  isLeader: boolean
}

/** The change between two states, if a phase of the same run has ended. */
export function findPhaseChange(
  from: TimerState,
  to: TimerState,
  history: TimerHistory,
): Omit<PhaseChange, 'isLeader'> | undefined {
  const run = history.runs.at(-1)
  if (from.runId === null || run?.id !== from.runId) return undefined
  const last = run.log.at(-1)?.event
  const change = { from, to, isSkipped: last?.type === 'skip' && last.at === to.lastAt }
  if (to.isComplete) return { ...change, phaseKey: `${run.id}#complete`, kind: 'complete' }
  if (to.phase <= from.phase) return undefined
  return { ...change, phaseKey: focusSessionKey({ runId: run.id, phase: to.phase - 1 }), kind: to.mode }
}
