import { utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'

/** A local day, half open. */
export interface LocalDay {
  from: number
  to: number
}

/** An instant and the wall-clock time that it is drawn at, in milliseconds since 00:00. */
type ScalePoint = readonly [at: number, clockMs: number]

/**
 * Maps instants of a day to a grid of 24 hours. When clocks go forward, the skipped hour stays empty; when they go back,
 * the repeated hour is drawn at half its height, so that both passes fit.
 */
export interface WallClockScale {
  clockMsAt: (at: number) => number
  /** For ends: an end at the clock change is drawn before the skipped hour, not after it. */
  endClockMsAt: (at: number) => number
  instantAt: (clockMs: number) => number
  /** Wall-clock times that do not exist on this day. */
  skippedHours: readonly (readonly [from: number, to: number])[]
}

export function createWallClockScale(day: LocalDay, zone: string): WallClockScale {
  const points = scalePointsOf(day, zone)
  const inverse = points.map(([at, clockMs]): ScalePoint => [clockMs, at])
  return {
    clockMsAt: (at) => interpolate(points, at),
    endClockMsAt: (at) => Math.min(interpolate(points, at), interpolate(points, at - 1) + 1),
    instantAt: (clockMs) => Math.round(interpolate(inverse, clockMs)),
    skippedHours: findSkippedHours([[day.from, 0], ...points]),
  }
}

/** Between two points with the same instant, wall-clock time jumps. */
const findSkippedHours = (points: readonly ScalePoint[]) =>
  points.flatMap(([at, clockMs], index) => {
    const [nextAt = at, nextClockMs = clockMs] = points[index + 1] ?? []
    return nextAt === at && nextClockMs > clockMs ? [[clockMs, nextClockMs] as const] : []
  })

/** The scale is linear between these points. */
function scalePointsOf({ from, to }: LocalDay, zone: string): ScalePoint[] {
  const offsetAt = (at: number) => utcOffsetOf(at, zone)
  const [before, after] = [offsetAt(from), offsetAt(to - 1)]
  const midnight = Math.floor((from + before) / DAY_MS) * DAY_MS
  const first: ScalePoint = [from, from + before - midnight]
  const last: ScalePoint = [to, DAY_MS]
  if (before === after || to <= from) return [first, last]
  const changed = findFirstInstant(from, to, (at) => offsetAt(at) !== before)
  const [old, next] = [changed + before - midnight, changed + after - midnight]
  if (next > old) return [first, [changed, old], [changed, next], last]
  const repeatedMs = old - next
  return [
    first,
    [Math.max(from, changed - repeatedMs), Math.max(first[1], next)],
    [Math.min(to, changed + repeatedMs), old],
    last,
  ]
}

/** Binary search: `holds` is false up to some instant and true from then on. */
function findFirstInstant(from: number, to: number, holds: (at: number) => boolean) {
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

function interpolate(points: readonly ScalePoint[], at: number) {
  const after = points.findIndex(([pointAt]) => pointAt > at)
  const index = after === -1 ? points.length - 1 : Math.max(1, after)
  const [[x, y], [nextX, nextY]] = [points[index - 1]!, points[index]!]
  if (at >= nextX) return nextY
  return y + (nextY - y) * Math.max(0, (at - x) / (nextX - x))
}
