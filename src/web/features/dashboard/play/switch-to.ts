import { MIN_FOCUS_SESSION_MS } from '#core/timer/transition.ts'
import { toEndPhaseRequest } from '#web/features/dashboard/dialogs/end-phase-confirmation.ts'
import { showSwitch } from '#web/features/dashboard/messages/outcome-messages.ts'
import type { Timer } from '#web/features/timer/queries.ts'

/**
 * Starts a run on other work. The session that runs is saved without a question, even if it is short, because Undo brings
 * it back.
 */
export async function switchTo(
  { store, actions, serverNow }: Timer,
  plan: Parameters<typeof actions.switchTo>[0],
  onUndone?: () => void,
) {
  const { workedMs } = toEndPhaseRequest(store.getState().view, 'stop', serverNow())
  const outcome = await actions.switchTo(plan)
  showSwitch(outcome, { isSaved: workedMs >= MIN_FOCUS_SESSION_MS, onUndone })
  return outcome
}
