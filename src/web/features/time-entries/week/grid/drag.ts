import { DAY_MS, MINUTE_MS } from '#core/units.ts'
import { momentOf, offsetOf } from '#core/zone.ts'
import { type WallClockScale } from './wall-clock-scale.ts'

export const SNAP_MS = 5 * MINUTE_MS
export const FINE_SNAP_MS = MINUTE_MS

export interface TimeRange {
  start: number
  end: number
}

/** Where on the week something is: in which of its days, and how far down the ruler. */
export interface GridPosition {
  day: number
  clock: number
}

/** What was taken hold of: empty space, a block, or one of its edges. */
export type DragHandle = { part: 'space' } | { part: 'block' | 'start' | 'end'; id: string; range: TimeRange }

export interface Drag {
  handle: DragHandle
  from: GridPosition
  to: GridPosition
  stepMs: number
}

export interface WeekScales {
  scales: readonly WallClockScale[]
  zone: string
}

/** What a drag makes of the times: on full steps, and never less than one of them. */
export function draggedRange({ handle: grip, from, to, stepMs }: Drag, { scales, zone }: WeekScales): TimeRange {
  const snapped = (spot: GridPosition) => scales[spot.day]!.instantAt(snap(spot.clock, stepMs))
  if (grip.part === 'space') return drawnRange(from.clock, to.clock, scales[from.day]!, stepMs)
  const { start, end } = grip.range
  if (grip.part === 'start') return { start: Math.min(snapped(to), end - stepMs), end }
  if (grip.part === 'end') return { start, end: Math.max(snapped(to), start + stepMs) }
  const moved = movedStart(start, from, to, { stepMs, zone })
  return { start: moved, end: moved + end - start }
}

/** A new span lies in one day, wherever the pointer goes. */
function drawnRange(one: number, other: number, { instantAt: momentAt }: WallClockScale, stepMs: number): TimeRange {
  const top = Math.min(Math.floor(Math.min(one, other) / stepMs) * stepMs, DAY_MS - stepMs)
  const bottom = Math.max(snap(Math.max(one, other), stepMs), top + stepMs)
  const start = momentAt(top)
  // There is no time in an hour that the clocks leave out.
  return { start, end: Math.max(momentAt(bottom), start + stepMs) }
}

/** By the clock: another day keeps the time of day, to the second, unless it was moved up or down as well. */
function movedStart(
  start: number,
  from: GridPosition,
  to: GridPosition,
  { stepMs, zone }: { stepMs: number; zone: string },
) {
  const shown = start + offsetOf(start, zone)
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS
  const isLevel = Math.abs(to.clock - from.clock) < stepMs / 2
  const place = isLevel ? shown - midnight : snap(shown - midnight + to.clock - from.clock, stepMs)
  return momentOf(midnight + (to.day - from.day) * DAY_MS + place, zone)
}

const snap = (place: number, stepMs: number) => Math.round(place / stepMs) * stepMs
