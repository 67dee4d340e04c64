const WINDOW_HOURS = 3

/** The three hours in a row with the most work. */
export interface BestHours {
  /** The first hour, from 0 to 21. */
  from: number
  /** The hour at which they end, up to 24. */
  to: number
  /** Their part of all work, from 0 to 1. */
  share: number
}

/** Finds the best hours in the work of each hour of the day; undefined without work. Of equal ones the first counts. */
export function findBestHours(hours: readonly number[]): BestHours | undefined {
  const sumOf = (some: readonly number[]) => some.reduce((sum, time) => sum + time, 0)
  const total = sumOf(hours)
  if (total === 0) return undefined
  const sums = Array.from({ length: hours.length - WINDOW_HOURS + 1 }, (_, from) =>
    sumOf(hours.slice(from, from + WINDOW_HOURS)),
  )
  const best = Math.max(...sums)
  const from = sums.indexOf(best)
  // A window may begin with an hour without work, which would be named as a good one.
  const first = hours.slice(from, from + WINDOW_HOURS).findIndex((time) => time > 0)
  const start = Math.min(from + first, hours.length - WINDOW_HOURS)
  return { from: start, to: start + WINDOW_HOURS, share: sumOf(hours.slice(start, start + WINDOW_HOURS)) / total }
}
