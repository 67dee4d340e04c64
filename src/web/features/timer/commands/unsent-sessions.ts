import type { TimerSnapshot } from '#contract/timer.ts'
import { entryIdOf, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { type PendingCommand, predictHistory } from '#core/timer/device/prediction.ts'

interface PredictedTimer {
  snapshot: TimerSnapshot | null
  pending: readonly PendingCommand[]
  /** As predicted after the pending commands. */
  history: TimerHistory
}

/**
 * How many focus sessions wait to be saved: those that the server would not have, or not like this, without the pending
 * commands. The active one counts too, because it would be lost with them.
 */
export function countUnsentSessions({ snapshot, pending, history }: PredictedTimer, now: number) {
  if (pending.length === 0) return 0
  const known = sessionsByEntry(predictHistory(snapshot, [], now), now)
  return [...sessionsByEntry(history, now)].filter(([entryId, session]) => known.get(entryId) !== session).length
}

/** The saved focus sessions and the active one, as text that can be compared. Several of one entry are one. */
function sessionsByEntry(history: TimerHistory, now: number): Map<string, string> {
  const saved = focusSessionsAt(history, now).filter(({ status }) => status === 'saved')
  const sessions = new Map(saved.map(({ entryId, ...session }) => [entryId, JSON.stringify(session)]))
  const { mode, runId, phase, entryId, segments, runningSince, subject } = timerStateAt(history, now)
  const hasBegun = runningSince !== null || segments.length > 0
  if (runId !== null && mode === 'work' && hasBegun)
    sessions.set(entryId ?? entryIdOf({ runId, phase }), JSON.stringify({ segments, runningSince, subject }))
  return sessions
}
