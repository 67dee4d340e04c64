import type { Segment } from '#core/time/segments.ts'
import { HOUR_MS } from '#core/time/units.ts'

/** The hours of a usual working day, which are shown in any case. */
const [USUAL_START, USUAL_END] = [7, 19]

/** The full hours of a day that contain the usual ones and all of these times. */
export function hoursInUse([start, end]: Segment, times: readonly number[]): Segment {
  const hours = times.map((at) => (Math.min(Math.max(at, start), end) - start) / HOUR_MS)
  const first = Math.min(USUAL_START, ...hours.map(Math.floor))
  const last = Math.max(USUAL_END, ...hours.map(Math.ceil))
  return [start + first * HOUR_MS, Math.min(end, start + last * HOUR_MS)]
}
