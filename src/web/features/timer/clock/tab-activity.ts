/** Hidden tabs tick once a minute. A page that was silent for longer slept. */
const MAX_GAP_MS = 90_000

/** From when to when a page has shown the timer without a gap. */
export interface ActivePeriod {
  since: number
  until: number
}

export const isWithoutGap = (presence: ActivePeriod | undefined, now: number): presence is ActivePeriod =>
  presence !== undefined && now - presence.until <= MAX_GAP_MS

export const extendPeriod = (presence: ActivePeriod | undefined, now: number): ActivePeriod => ({
  since: isWithoutGap(presence, now) ? presence.since : now,
  until: now,
})

export const wasActiveAt = (presence: ActivePeriod | undefined, at: number) =>
  presence !== undefined && presence.since <= at && at <= presence.until
