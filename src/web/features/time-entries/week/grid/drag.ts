import { instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { type WallClockScale } from './wall-clock-scale.ts'

export const SNAP_MS = 5 * MINUTE_MS
export const FINE_SNAP_MS = MINUTE_MS

export interface TimeRange {
  start: number
  end: number
}

/** A point on the grid: index of the day and wall-clock time. */
export interface GridPosition {
  day: number
  clockMs: number
}

/** The part of the grid that is dragged: empty space (draws a new entry), a block, or one edge of a block. */
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

/** The time range after a drag, snapped to steps and at least one step long. */
export function draggedRange(drag: Drag, { scales, zone }: WeekScales): TimeRange {
  const { handle, from, to, stepMs } = drag
  const snapped = (position: GridPosition) => scales[position.day]!.instantAt(snap(position.clockMs, stepMs))
  if (handle.part === 'space') return drawnRange(from.clockMs, to.clockMs, scales[from.day]!, stepMs)
  const { start, end } = handle.range
  if (handle.part === 'start') return { start: Math.min(snapped(to), end - stepMs), end }
  if (handle.part === 'end') return { start, end: Math.max(snapped(to), start + stepMs) }
  const moved = movedStart(start, drag, zone)
  return { start: moved, end: moved + end - start }
}

/** A new range stays in the day where the drag began. */
function drawnRange(from: number, to: number, { instantAt }: WallClockScale, stepMs: number): TimeRange {
  const top = Math.min(Math.floor(Math.min(from, to) / stepMs) * stepMs, DAY_MS - stepMs)
  const bottom = Math.max(snap(Math.max(from, to), stepMs), top + stepMs)
  const start = instantAt(top)
  // Both ends of a skipped hour are the same instant, so the minimum is applied to instants as well.
  return { start, end: Math.max(instantAt(bottom), start + stepMs) }
}

/** Moves by wall-clock time. Moved only sideways, a block keeps its time of day to the second. */
function movedStart(start: number, { from, to, stepMs }: Drag, zone: string) {
  const local = start + utcOffsetOf(start, zone)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const isLevel = Math.abs(to.clockMs - from.clockMs) < stepMs / 2
  const clockMs = isLevel ? local - midnight : snap(local - midnight + to.clockMs - from.clockMs, stepMs)
  return instantOfLocalTime(midnight + (to.day - from.day) * DAY_MS + clockMs, zone)
}

const snap = (clockMs: number, stepMs: number) => Math.round(clockMs / stepMs) * stepMs
