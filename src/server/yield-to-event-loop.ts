import { setImmediate } from 'node:timers/promises'

const AT_A_STRETCH_MS = 8

/** Lets others be served now and then by work that is long. */
export function createYielder() {
  let startedAt = performance.now()
  return {
    shouldYield: () => performance.now() - startedAt > AT_A_STRETCH_MS,
    async yieldToEventLoop() {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}

export type Yielder = ReturnType<typeof createYielder>
