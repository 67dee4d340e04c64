import { Refusal } from '#server/errors.ts'

/** Each may hold a whole file and what is read of it. */
const AT_ONCE = 3
const WAIT_SECONDS = 10

/** Lets a user do one long thing at a time, and all users together a few. */
export function createTurns() {
  const busy = new Set<string>()
  return {
    async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
      if (busy.has(userId)) throw new Refusal('conflict', 'importRunning')
      if (busy.size >= AT_ONCE) throw new Refusal('unavailable', 'unavailable', undefined, WAIT_SECONDS)
      busy.add(userId)
      try {
        return await work()
      } finally {
        busy.delete(userId)
      }
    },
  }
}
