import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/units.ts'

/** A webhook whose deliveries have failed for this long is paused. */
const MAX_FAILING_MS = DAY_MS

const FIRST_DELAY_MS = 5 * SECOND_MS
const FACTOR = 3
const MAX_DELAY_MS = HOUR_MS
/** Webhooks that failed together, because one receiver was down, do not come back together. */
const JITTER = 0.2

interface FailingDelivery {
  /** The failed attempts of the delivery, at least one. */
  attempts: number
  failingSince: number
  now: number
  /** From 0 to 1. */
  random: number
}

/** When a failed delivery is tried again; undefined once the webhook has failed for a day. */
export function nextAttemptAt({ attempts, failingSince, now, random }: FailingDelivery) {
  const giveUpAt = failingSince + MAX_FAILING_MS
  if (now >= giveUpAt) return undefined
  const delayMs = Math.min(FIRST_DELAY_MS * FACTOR ** (attempts - 1), MAX_DELAY_MS) * (1 - JITTER * random)
  // The last attempt is made when the day is over.
  return Math.min(now + Math.round(delayMs), giveUpAt)
}
