import type { SyncEngine } from '#web/sync/engine.ts'

const FLUSH_TIMEOUT_MS = 2_000

/** Tries once more to send everything, and returns how many operations are left. */
export async function countUnsent(sync: SyncEngine) {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS))
  await Promise.race([sync.flush(), timeout])
  return sync.store.getState().data.operations.length
}
