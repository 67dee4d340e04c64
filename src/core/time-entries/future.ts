import type { Segment } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'

/** Times are shown in minutes, and the clocks of devices differ by seconds. */
const TOLERANCE_MS = MINUTE_MS

/** Whether time starts or only ends in the future; undefined if it is over. */
export function futurePartOf([start, end]: Segment, now: number): 'starts' | 'ends' | undefined {
  if (start - now >= TOLERANCE_MS) return 'starts'
  return end - now >= TOLERANCE_MS ? 'ends' : undefined
}
