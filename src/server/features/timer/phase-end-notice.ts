import { isWaiting } from '#core/timer/state.ts'
import type { TimerUpdate } from './timer.ts'

/** The push notice for a phase that has ended by itself while no page was open. */
export function toPhaseEndNotice(update: TimerUpdate) {
  const { before, after, snapshot, wasUserPresent } = update
  const { run } = snapshot
  const hasEnded = before.status === 'running' && (before.runId !== after.runId || before.phase !== after.phase)
  if (run === null || wasUserPresent || 'command' in update || !hasEnded) return undefined
  const key = `${run.id}#${before.phase + 1}`
  const about = { ended: before.mode, repetition: after.repetition, repetitions: after.config.repetitions, key }
  if (after.isComplete) return { kind: 'complete' as const, ...about }
  if (isWaiting(after))
    return { kind: after.mode === 'break' ? ('breakWaiting' as const) : ('waiting' as const), ...about }
  return { kind: after.mode, ...about }
}
