import type { Stretch } from '#core/timer/stretches.ts'
import { dateOf, hourOf } from '#core/zone.ts'
import { nextQuarter, weekdayOf } from './periods.ts'

/** How long was worked in each hour of each weekday, Monday first, by the clocks of a zone. */
export type Rhythm = number[][]

export const noRhythm = (): Rhythm => Array.from({ length: 7 }, () => Array<number>(24).fill(0))

export function addToRhythm(rhythm: Rhythm, stretches: readonly Stretch[], zone: string) {
  for (const [start, end] of stretches)
    for (let at = start; at < end;) {
      const next = Math.min(end, nextQuarter(at))
      rhythm[weekdayOf(dateOf(at, zone)) - 1]![hourOf(at, zone)]! += next - at
      at = next
    }
}
