/** Hidden tabs tick once a minute. A page that was silent for longer slept. */
const SILENCE_MS = 90_000

/** From when to when a page has shown the timer without a gap. */
export interface Presence {
  since: number
  until: number
}

export const isUnbroken = (presence: Presence | undefined, now: number): presence is Presence =>
  presence !== undefined && now - presence.until <= SILENCE_MS

export const stayed = (presence: Presence | undefined, now: number): Presence => ({
  since: isUnbroken(presence, now) ? presence.since : now,
  until: now,
})

export const wasThere = (presence: Presence | undefined, at: number) =>
  presence !== undefined && presence.since <= at && at <= presence.until
