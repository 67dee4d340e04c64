import { readQueue } from '#web/api/offline/mutation-queue.ts'
import { flushBeforeSignOut, timerActions } from '#web/features/timer/queries.ts'
import { loadOffline } from '#web/app/query-client.ts'

const FLUSH_TIMEOUT_MS = 2_000

/** How much the server does not have yet, after a last try to tell it. */
export async function countUnsentChanges() {
  const [{ pending }, changes] = await Promise.all([flushBeforeSignOut(), flushMutations()])
  return pending + changes
}

/** What the server does not have yet is not to be sent any more. */
export async function discardUnsentChanges() {
  await timerActions.discardPending()
  await (await loadOffline()).keeper.discard()
}

/** Where nothing can be kept, nothing waits. */
async function flushMutations() {
  const offline = await loadOffline().catch(() => undefined)
  if (offline === undefined) return 0
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS))
  await Promise.race([offline.keeper.flush(), tooLong])
  return readQueue().length
}
