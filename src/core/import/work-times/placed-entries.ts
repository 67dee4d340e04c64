import { memoize } from '#core/memoize.ts'
import { startOfDate } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import type { createLocalTimeResolver } from './local-time.ts'

/** The start of an entry that has only a day. */
const WORKDAY_START_MS = 9 * HOUR_MS
const MAX_CACHED_DAYS = 20_000

/**
 * Places entries that have a day and a duration, but no time of day. Each begins at 09:00, or earlier if it would not end
 * on its day. It does not depend on other rows, so the same row has the same times in every file.
 */
export function createDayPlacement(zone: string, resolveLocalTime: ReturnType<typeof createLocalTimeResolver>) {
  const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
  const limitsOf = memoize(MAX_CACHED_DAYS, (day: number) => ({
    from: startOfDate(dateOf(day), zone),
    workdayStart: resolveLocalTime(day * DAY_MS + WORKDAY_START_MS).instants[0]!,
    to: startOfDate(dateOf(day + 1), zone),
  }))

  /** Not every day has 24 hours. A longer entry begins when the day does. */
  return (day: number, lengthMs: number) => {
    const { from, workdayStart, to } = limitsOf(day)
    return { start: Math.max(from, Math.min(workdayStart, to - lengthMs)), fits: lengthMs <= to - from }
  }
}
