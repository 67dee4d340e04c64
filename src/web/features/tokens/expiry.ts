import { addDays, startOfDate } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'

/** When a token ends: after so many days, after a day that the user chooses, or never. */
export const EXPIRIES = ['30', '90', '365', 'date', 'never'] as const
export type Expiry = (typeof EXPIRIES)[number]

interface Choice {
  /** The last day on which it works; null while none is chosen. */
  lastDay: string | null
  now: number
  zone: string
}

/** The time at which the token ends; undefined for never, and NaN while the day is missing. */
export function expiryTime(expiry: Expiry, { lastDay, now, zone }: Choice): number | undefined {
  if (expiry === 'never') return undefined
  if (expiry !== 'date') return now + Number(expiry) * DAY_MS
  return lastDay === null ? Number.NaN : addDays(startOfDate(lastDay, zone), 1, zone)
}
