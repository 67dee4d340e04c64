import { memoize } from '#core/memoize.ts'
import { instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'

const MAX_CACHED_DAYS = 20_000

/** When clocks showed something. */
export interface LocalTimeInstants {
  /** Twice where they were set back, otherwise once. */
  instants: readonly number[]
  /** They never did: they were set forward over it, and it is counted on from before. */
  isSkipped: boolean
}

/** The clocks of a zone, asked for what they showed. Asking them is slow; on most days they are not changed. */
export function createLocalTimeResolver(zone: string) {
  /** Undefined around a change. */
  const offsetAround = memoize(MAX_CACHED_DAYS, (day: number) => {
    const [before, after] = [utcOffsetOf((day - 1) * DAY_MS, zone), utcOffsetOf((day + 2) * DAY_MS, zone)]
    return before === after ? before : undefined
  })

  /** `shown`: as if the clocks were those of UTC. */
  return (shown: number): LocalTimeInstants => {
    const offset = offsetAround(Math.floor(shown / DAY_MS))
    return offset === undefined ? resolveNearClockChange(shown, zone) : { instants: [shown - offset], isSkipped: false }
  }
}

function resolveNearClockChange(shown: number, zone: string): LocalTimeInstants {
  const candidates = [shown - utcOffsetOf(shown - DAY_MS, zone), shown - utcOffsetOf(shown + DAY_MS, zone)]
  const moments = candidates.filter((at) => at + utcOffsetOf(at, zone) === shown)
  if (moments.length === 0) return { instants: [instantOfLocalTime(shown, zone)], isSkipped: true }
  return { instants: [...new Set(moments)], isSkipped: false }
}
