import { memoize } from '#core/memoize.ts'
import { momentOf, offsetOf } from '#core/zone.ts'
import { DAY_MS } from '#core/units.ts'

const REMEMBERED_DAYS = 20_000

/** When clocks showed something. */
export interface Shown {
  /** Twice where they were set back, otherwise once. */
  moments: readonly number[]
  /** They never did: they were set forward over it, and it is counted on from before. */
  isSkipped: boolean
}

/** The clocks of a zone, asked for what they showed. Asking them is slow; on most days they are not changed. */
export function createLocalTime(zone: string) {
  /** Undefined around a change. */
  const offsetAround = memoize(REMEMBERED_DAYS, (day: number) => {
    const [before, after] = [offsetOf((day - 1) * DAY_MS, zone), offsetOf((day + 2) * DAY_MS, zone)]
    return before === after ? before : undefined
  })

  /** `shown`: as if the clocks were those of UTC. */
  return (shown: number): Shown => {
    const offset = offsetAround(Math.floor(shown / DAY_MS))
    return offset === undefined ? aroundChange(shown, zone) : { moments: [shown - offset], isSkipped: false }
  }
}

function aroundChange(shown: number, zone: string): Shown {
  const candidates = [shown - offsetOf(shown - DAY_MS, zone), shown - offsetOf(shown + DAY_MS, zone)]
  const moments = candidates.filter((at) => at + offsetOf(at, zone) === shown)
  if (moments.length === 0) return { moments: [momentOf(shown, zone)], isSkipped: true }
  return { moments: [...new Set(moments)], isSkipped: false }
}
