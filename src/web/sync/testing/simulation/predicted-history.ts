import type { TimerHistory } from '#core/timer/history.ts'
import { predictHistory } from '#core/timer/device/prediction.ts'
import { pendingOf, timerOf } from '#web/features/timer/commands/stored-commands.ts'
import type { UserData } from '#web/sync/operation.ts'

const histories = new WeakMap<UserData, TimerHistory>()

/** The timer's history as a tab with this data predicts it. It is the same at any time, so it is computed once. */
export function predictedHistory(data: UserData): TimerHistory {
  const known = histories.get(data)
  if (known !== undefined) return known
  const history = predictHistory(timerOf(data)?.snapshot ?? null, pendingOf(data), 0)
  histories.set(data, history)
  return history
}
