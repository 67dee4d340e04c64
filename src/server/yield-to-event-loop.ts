import { setImmediate } from 'node:timers/promises'

const MAX_BLOCK_MS = 8

/** Lets others be served now and then by work that is long. */
export function createYielder() {
  let startedAt = performance.now()
  return {
    shouldYield: () => performance.now() - startedAt > MAX_BLOCK_MS,
    async yieldToEventLoop() {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}

export type Yielder = ReturnType<typeof createYielder>
