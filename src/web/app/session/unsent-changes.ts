import { readQueue } from '#web/api/offline/mutation-queue.ts'
import { loadOffline } from '#web/app/query-client.ts'
import { flushBeforeSignOut, timerActions } from '#web/features/timer/queries.ts'

const FLUSH_TIMEOUT_MS = 2_000

/** Tries once more to send everything, and returns how many changes and commands are left. */
export async function countUnsentChanges() {
  const [{ pending }, changes] = await Promise.all([flushBeforeSignOut(), flushMutations()])
  return pending + changes
}

/** Deletes all unsent changes and commands. */
export async function discardUnsentChanges() {
  await timerActions.discardPending()
  await (await loadOffline()).mutationQueue.discard()
}

/** Returns 0 if the queue cannot be loaded: then nothing was queued either. */
async function flushMutations() {
  const offline = await loadOffline().catch(() => undefined)
  if (offline === undefined) return 0
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS))
  await Promise.race([offline.mutationQueue.flush(), timeout])
  return readQueue().length
}
