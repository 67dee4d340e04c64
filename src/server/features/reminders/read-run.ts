import type { TimerSnapshot } from '#contract/timer.ts'
import type { Facts } from '#core/reminders/reminders.ts'
import { timerStateAt } from '#core/timer/replay.ts'

export type ReadTimer = (userId: string) => Promise<TimerSnapshot>

/** What reminders have to know of the run; null if nothing runs. */
export async function readRun(readTimer: ReadTimer, userId: string, at: number): Promise<Facts['run']> {
  const { run } = await readTimer(userId)
  if (run === null) return null
  const state = timerStateAt({ revision: 0, runs: [run], sequences: {} }, at)
  if (state.status === 'idle') return null
  const isWorking = state.status === 'running' && state.mode === 'work'
  return { id: run.id, startedAt: run.log[0].event.at, isWorking, isStopwatch: state.isInfinite }
}
