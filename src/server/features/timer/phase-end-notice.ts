import type { TimerUpdate } from './timer.ts'

/** What somebody who has no page open wants to hear: a phase has ended by itself. */
export function toPhaseEndNotice(change: TimerUpdate) {
  const { before, after, snapshot, isSeen } = change
  const { run } = snapshot
  const hasEnded = before.status === 'running' && (before.runId !== after.runId || before.phase !== after.phase)
  if (run === null || isSeen || 'command' in change || !hasEnded) return undefined
  const key = `${run.id}#${before.phase + 1}`
  const about = { ended: before.mode, session: after.repetition, sessions: after.config.repetitions, key }
  if (after.isComplete) return { kind: 'complete' as const, ...about }
  if (after.mode === 'break') return { kind: 'break' as const, ...about }
  return { kind: run.heldAt === null ? ('work' as const) : ('waiting' as const), ...about }
}
