import { focusSessionKey } from '#core/timer/focus-sessions.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { TimerState } from '#core/timer/state.ts'

/** A phase has ended and what follows has begun, for whoever tells people about it. */
export interface PhaseChange {
  from: TimerState
  to: TimerState
  /** What has ended, named the same in every tab and on every device. */
  sessionKey: string
  /** What has begun; `complete`: all repetitions are done. */
  kind: 'break' | 'work' | 'complete'
  /** Somebody pressed for it, so it surprises nobody. */
  isSkipped: boolean
  /** Of all tabs of this browser, one is to make itself heard. */
  isLeader: boolean
}

/** Judged by what was shown before: from rest nothing ends. */
export function findPhaseChange(
  from: TimerState,
  to: TimerState,
  ledger: TimerHistory,
): Omit<PhaseChange, 'isLeader'> | undefined {
  const run = ledger.runs.at(-1)
  if (from.runId === null || run?.id !== from.runId) return undefined
  const last = run.log.at(-1)?.event
  const change = { from, to, isSkipped: last?.type === 'skip' && last.at === to.lastAt }
  if (to.isComplete) return { ...change, sessionKey: `${run.id}#complete`, kind: 'complete' }
  if (to.phase <= from.phase) return undefined
  return { ...change, sessionKey: focusSessionKey({ runId: run.id, phase: to.phase - 1 }), kind: to.mode }
}
