import { DAY_MS } from '#core/units.ts'
import { offsetOf } from '#core/zone.ts'

/** A local day, half open. */
export interface LocalDay {
  from: number
  to: number
}

/** A moment, and the place where it stands on a ruler of 24 hours, in milliseconds from its top. */
type ScalePoint = readonly [at: number, place: number]

/**
 * Moments of a day against a ruler of 24 hours. An hour that the clocks leave out has a place, and nothing in it; one
 * that they show twice has to share its place.
 */
export interface WallClockScale {
  clockAt: (at: number) => number
  /** Where something ends: before an hour that is left out, not after it. */
  endClockAt: (at: number) => number
  instantAt: (place: number) => number
  /** What the clocks never show on that day. */
  skippedHours: readonly (readonly [from: number, to: number])[]
}

export function createWallClockScale(day: LocalDay, zone: string): WallClockScale {
  const knots = scalePointsOf(day, zone)
  const back = knots.map(([at, place]): ScalePoint => [place, at])
  return {
    clockAt: (at) => interpolate(knots, at),
    endClockAt: (at) => Math.min(interpolate(knots, at), interpolate(knots, at - 1) + 1),
    instantAt: (place) => Math.round(interpolate(back, place)),
    skippedHours: findSkippedHours([[day.from, 0], ...knots]),
  }
}

/** Where the ruler goes on and the time does not. */
const findSkippedHours = (knots: readonly ScalePoint[]) =>
  knots.flatMap(([at, place], index) => {
    const [nextAt = at, nextPlace = place] = knots[index + 1] ?? []
    return nextAt === at && nextPlace > place ? [[place, nextPlace] as const] : []
  })

/** Between them a ruler is even. */
function scalePointsOf({ from, to }: LocalDay, zone: string): ScalePoint[] {
  const offsetAt = (at: number) => offsetOf(at, zone)
  const [before, after] = [offsetAt(from), offsetAt(to - 1)]
  const midnight = Math.floor((from + before) / DAY_MS) * DAY_MS
  const first: ScalePoint = [from, from + before - midnight]
  const last: ScalePoint = [to, DAY_MS]
  if (before === after || to <= from) return [first, last]
  const changed = findFirstInstant(from, to, (at) => offsetAt(at) !== before)
  const [old, next] = [changed + before - midnight, changed + after - midnight]
  if (next > old) return [first, [changed, old], [changed, next], last]
  const twice = old - next
  return [
    first,
    [Math.max(from, changed - twice), Math.max(first[1], next)],
    [Math.min(to, changed + twice), old],
    last,
  ]
}

/** By halves: what holds for a moment holds for every later one. */
function findFirstInstant(from: number, to: number, holds: (at: number) => boolean) {
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

function interpolate(knots: readonly ScalePoint[], at: number) {
  const after = knots.findIndex(([knot]) => knot > at)
  const index = after === -1 ? knots.length - 1 : Math.max(1, after)
  const [[x, y], [nextX, nextY]] = [knots[index - 1]!, knots[index]!]
  if (at >= nextX) return nextY
  return y + (nextY - y) * Math.max(0, (at - x) / (nextX - x))
}
