import { MINUTE_MS } from '#core/time/units.ts'
import type { Timer } from '../timer.ts'
import { stateFromSnapshot, toTimerMessage } from './state-messages.ts'

interface Lengths {
  workDuration: number
  breakDuration: number
}

/**
 * The settings of a legacy client, without the lengths of the present phase. Such a client counts to the lengths that it
 * is told, and may save them as settings: overtime and long breaks would become the lengths of all phases.
 */
export async function withoutPhaseLengths<Settings extends Lengths>(
  timer: Timer,
  userId: string,
  settings: Settings,
): Promise<Settings> {
  const snapshot = await timer.read(userId)
  const state = stateFromSnapshot(snapshot)
  if (state.status === 'idle') return settings
  const { workDuration, breakDuration } = toTimerMessage(state, snapshot.now)
  const isTold = settings.workDuration === workDuration && settings.breakDuration === breakDuration
  const { workMs, breakMs } = state.config
  return isTold ? { ...settings, workDuration: workMs / MINUTE_MS, breakDuration: breakMs / MINUTE_MS } : settings
}
