/** Hidden tabs tick once a minute. A page that was silent for longer slept. */
const SILENCE_MS = 90_000

/** From when to when a page has shown the timer without a gap. */
export interface Presence {
  since: number
  until: number
}

export function stayed(presence: Presence | undefined, now: number): Presence {
  const isUnbroken = presence !== undefined && now - presence.until <= SILENCE_MS
  return { since: isUnbroken ? presence.since : now, until: now }
}

export const wasThere = (presence: Presence | undefined, at: number) =>
  presence !== undefined && presence.since <= at && at <= presence.until
