import type { Segment } from './segments.ts'
import { addDays, startOfDay } from './time-zone.ts'

/** A local day `[from, to)` and the segments within it. */
export interface LocalDay {
  from: number
  to: number
  segments: readonly Segment[]
}

/** Cuts segments at the midnights of a zone. Returns the days with segments, in order. */
export function splitByDay(segments: readonly Segment[], zone: string): LocalDay[] {
  const days = new Map<number, LocalDay>()
  for (const [start, end] of segments) {
    for (let at = start; at < end; at = addDays(at, 1, zone)) {
      const from = startOfDay(at, zone)
      const { to, segments } = days.get(from) ?? { to: addDays(at, 1, zone), segments: [] }
      days.set(from, { from, to, segments: [...segments, [at, Math.min(end, to)]] })
    }
  }
  return [...days.values()].toSorted((a, b) => a.from - b.from)
}
