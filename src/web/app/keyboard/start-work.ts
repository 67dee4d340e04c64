import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import type { Timer } from '#web/features/timer/queries.ts'

interface Work {
  projectId: string
  taskId?: string | null
  notes?: string
  tags?: string[]
}

/** Starts a run on some work, or switches the active one to it. */
export async function startWork({ store, actions }: Timer, { projectId, taskId = null, notes = '', tags = [] }: Work) {
  const isIdle = store.getState().view.status === 'idle'
  // A new run begins, so an entry that was selected to be continued is cleared.
  await actions.selectEntry(null)
  const chosen = await actions.select({ projectId, taskId, notes, tags })
  showOutcome(chosen.ok && isIdle ? await actions.start() : chosen)
}
