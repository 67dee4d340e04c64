import { Refusal } from '#server/errors.ts'

/** Each import holds its whole file in memory. */
const MAX_CONCURRENT_IMPORTS = 3
const RETRY_AFTER_SECONDS = 10

/** Allows one import or undo per user at a time, and a few for all users together. */
export function createImportConcurrency() {
  const busy = new Set<string>()
  return {
    async runExclusive<T>(userId: string, work: () => Promise<T>): Promise<T> {
      if (busy.has(userId)) throw new Refusal('conflict', 'importRunning')
      if (busy.size >= MAX_CONCURRENT_IMPORTS)
        throw new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS)
      busy.add(userId)
      try {
        return await work()
      } finally {
        busy.delete(userId)
      }
    },
  }
}
