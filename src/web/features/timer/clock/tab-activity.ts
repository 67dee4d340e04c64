/** Hidden tabs tick once a minute. A page without a tick for longer has slept. */
const MAX_GAP_MS = 90_000

/** The time during which a page has shown the timer without a gap. */
export interface ActivePeriod {
  since: number
  until: number
}

export const isWithoutGap = (period: ActivePeriod | undefined, now: number): period is ActivePeriod =>
  period !== undefined && now - period.until <= MAX_GAP_MS

export const extendPeriod = (period: ActivePeriod | undefined, now: number): ActivePeriod => ({
  since: isWithoutGap(period, now) ? period.since : now,
  until: now,
})

export const wasActiveAt = (period: ActivePeriod | undefined, at: number) =>
  period !== undefined && period.since <= at && at <= period.until
