import { setImmediate } from 'node:timers/promises'

const MAX_BLOCK_MS = 8

/** Lets long computations pause, so that the event loop can serve other requests. */
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
