import { MINUTE_MS } from '#core/time/units.ts'

export const ESTIMATE_UNITS = ['sessions', 'minutes'] as const
export type EstimateUnit = (typeof ESTIMATE_UNITS)[number]

/** A thousand hours in minutes. */
export const MAX_ESTIMATE = 60_000

/** The work that a task is expected to take. */
export interface Estimate {
  unit: EstimateUnit
  amount: number
}

/** The work that was done on a task. */
export interface Work {
  milliseconds: number
  /** Focus sessions that reached their planned end. */
  sessions: number
}

export const NO_WORK: Work = { milliseconds: 0, sessions: 0 }

/** An estimate beside the work done, both in sessions or both in milliseconds. */
export interface EstimateComparison {
  unit: 'sessions' | 'milliseconds'
  estimated: number
  done: number
  /** Negative: less was needed than estimated, so far. */
  difference: number
}

export function compareEstimate({ unit, amount }: Estimate, work: Work): EstimateComparison {
  if (unit === 'sessions') return compare('sessions', amount, work.sessions)
  return compare('milliseconds', amount * MINUTE_MS, work.milliseconds)
}

const compare = (unit: EstimateComparison['unit'], estimated: number, done: number): EstimateComparison => ({
  unit,
  estimated,
  done,
  difference: done - estimated,
})

/** The numbers of tasks that took more than estimated, and of those that did not. */
export function countOverEstimates(comparisons: readonly EstimateComparison[]) {
  const over = comparisons.filter(({ difference }) => difference > 0).length
  return { over, within: comparisons.length - over }
}
