import { Refusal } from '#server/errors.ts'

/** Each may hold a whole file and what is read of it. */
const MAX_CONCURRENT_IMPORTS = 3
const RETRY_AFTER_SECONDS = 10

/** Lets a user do one long thing at a time, and all users together a few. */
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
