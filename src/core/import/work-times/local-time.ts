import { memoize } from '#core/memoize.ts'
import { instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'

const MAX_CACHED_DAYS = 20_000

/** The instants of a local time. */
export interface LocalTimeInstants {
  /** Two if clocks were set back over it, otherwise one. */
  instants: readonly number[]
  /** True if clocks were set forward over it: the offset before the change is used. */
  isSkipped: boolean
  /** The instant with the offset after the change, if clocks were set forward over it. */
  earlier?: number
}

/** Resolves local times of a zone. Time zones are slow, so the offset is cached for days without a clock change. */
export function createLocalTimeResolver(zone: string) {
  /** Undefined near a clock change. */
  const offsetAround = memoize(MAX_CACHED_DAYS, (day: number) => {
    const [before, after] = [utcOffsetOf((day - 1) * DAY_MS, zone), utcOffsetOf((day + 2) * DAY_MS, zone)]
    return before === after ? before : undefined
  })

  /** `local` is the local time as if it were UTC. */
  return (local: number): LocalTimeInstants => {
    const offset = offsetAround(Math.floor(local / DAY_MS))
    return offset === undefined ? resolveNearClockChange(local, zone) : { instants: [local - offset], isSkipped: false }
  }
}

function resolveNearClockChange(local: number, zone: string): LocalTimeInstants {
  const candidates = [local - utcOffsetOf(local - DAY_MS, zone), local - utcOffsetOf(local + DAY_MS, zone)]
  const moments = candidates.filter((at) => at + utcOffsetOf(at, zone) === local)
  if (moments.length === 0)
    return { instants: [instantOfLocalTime(local, zone)], isSkipped: true, earlier: Math.min(...candidates) }
  return { instants: [...new Set(moments)], isSkipped: false }
}
