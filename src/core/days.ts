import type { Segment } from './timer/segments.ts'
import { addDays, startOfDay } from './zone.ts'

/** A local day, half open, and what of some stretches lies in it. */
export interface Day {
  from: number
  to: number
  stretches: readonly Segment[]
}

/** Cuts stretches at the midnights of a zone. Days come in their order; one without anything is left out. */
export function splitByDay(stretches: readonly Segment[], zone: string): Day[] {
  const days = new Map<number, Day>()
  for (const [start, end] of stretches) {
    for (let at = start; at < end; at = addDays(at, 1, zone)) {
      const from = startOfDay(at, zone)
      const { to, stretches } = days.get(from) ?? { to: addDays(at, 1, zone), stretches: [] }
      days.set(from, { from, to, stretches: [...stretches, [at, Math.min(end, to)]] })
    }
  }
  return [...days.values()].toSorted((a, b) => a.from - b.from)
}
