import { dateOf } from '#core/time/time-zone.ts'

/** The last day on which a link works. */
export const lastDayOf = (expiresAt: string | null, zone: string) =>
  expiresAt === null ? null : dateOf(Date.parse(expiresAt) - 1, zone)
