import { setImmediate } from 'node:timers/promises'

const AT_A_STRETCH_MS = 8

/** Lets others be served now and then by work that is long. */
export function createPace() {
  let startedAt = performance.now()
  return {
    isTired: () => performance.now() - startedAt > AT_A_STRETCH_MS,
    async rest() {
      await setImmediate()
      startedAt = performance.now()
    },
  }
}

export type Pace = ReturnType<typeof createPace>
