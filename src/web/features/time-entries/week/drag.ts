import { DAY_MS, MINUTE_MS } from '#core/units.ts'
import { momentOf, offsetOf } from '#core/zone.ts'
import { type DayScale } from './day-scale.ts'

export const STEP_MS = 5 * MINUTE_MS
export const FINE_STEP_MS = MINUTE_MS

export interface Span {
  start: number
  end: number
}

/** Where on the week something is: in which of its days, and how far down the ruler. */
export interface Spot {
  day: number
  place: number
}

/** What was taken hold of: empty space, a block, or one of its edges. */
export type Grip = { part: 'space' } | { part: 'block' | 'start' | 'end'; id: string; span: Span }

export interface Drag {
  grip: Grip
  from: Spot
  to: Spot
  stepMs: number
}

export interface Week {
  scales: readonly DayScale[]
  zone: string
}

/** What a drag makes of the times: on full steps, and never less than one of them. */
export function draggedSpan({ grip, from, to, stepMs }: Drag, { scales, zone }: Week): Span {
  const snapped = (spot: Spot) => scales[spot.day]!.momentAt(snap(spot.place, stepMs))
  if (grip.part === 'space') return drawnSpan(from.place, to.place, scales[from.day]!, stepMs)
  const { start, end } = grip.span
  if (grip.part === 'start') return { start: Math.min(snapped(to), end - stepMs), end }
  if (grip.part === 'end') return { start, end: Math.max(snapped(to), start + stepMs) }
  const moved = movedStart(start, from, to, { stepMs, zone })
  return { start: moved, end: moved + end - start }
}

/** A new span lies in one day, wherever the pointer goes. */
function drawnSpan(one: number, other: number, { momentAt }: DayScale, stepMs: number): Span {
  const top = Math.min(Math.floor(Math.min(one, other) / stepMs) * stepMs, DAY_MS - stepMs)
  const bottom = Math.max(snap(Math.max(one, other), stepMs), top + stepMs)
  const start = momentAt(top)
  // There is no time in an hour that the clocks leave out.
  return { start, end: Math.max(momentAt(bottom), start + stepMs) }
}

/** By the clock: another day keeps the time of day, to the second, unless it was moved up or down as well. */
function movedStart(start: number, from: Spot, to: Spot, { stepMs, zone }: { stepMs: number; zone: string }) {
  const shown = start + offsetOf(start, zone)
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS
  const isLevel = Math.abs(to.place - from.place) < stepMs / 2
  const place = isLevel ? shown - midnight : snap(shown - midnight + to.place - from.place, stepMs)
  return momentOf(midnight + (to.day - from.day) * DAY_MS + place, zone)
}

const snap = (place: number, stepMs: number) => Math.round(place / stepMs) * stepMs
