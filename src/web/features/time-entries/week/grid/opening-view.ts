import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { DAY_REM, type GridDay, MIN_DAY_REM, toDaySegment } from './day-segments.ts'
import type { TimeRange } from './drag.ts'

/** Shortly before a usual working day. */
const MORNING_MS = 7.5 * HOUR_MS
/** Space above and below the hours in use. */
const MARGIN_MS = HOUR_MS / 2

interface Opening {
  days: readonly GridDay[]
  items: readonly TimeRange[]
  now: number
  /** Height of the visible part of the days. */
  viewRem: number
}

/**
 * The height of a day, and the wall-clock time at the top, with which a week opens: the hours in use are in view. If
 * they are more than fit, days are drawn lower, down to a limit; beyond it, now is in view rather than the morning.
 */
export function openingView({ days, items, now, viewRem }: Opening) {
  const [first, last, shownNow] = hoursInUse({ days, items, now })
  const msIn = (dayRem: number) => (viewRem / dayRem) * DAY_MS
  const isUsual = first >= MORNING_MS && last <= MORNING_MS + msIn(DAY_REM) - MARGIN_MS
  if (isUsual) return { dayRem: DAY_REM, topMs: MORNING_MS }
  const fitting = (viewRem * DAY_MS) / (last - first + 2 * MARGIN_MS)
  const dayRem = Math.max(MIN_DAY_REM, Math.min(DAY_REM, fitting))
  const lowestTop = Math.max(first - MARGIN_MS, shownNow + MARGIN_MS - msIn(dayRem))
  return { dayRem, topMs: Math.max(0, lowestTop) }
}

/** From the first start to the last end on any of the days, now included, as wall-clock times; and now. */
function hoursInUse({ days, items, now }: Omit<Opening, 'viewRem'>) {
  const today = days.find(({ from, to }) => from <= now && now < to)
  const nows = today === undefined ? [] : [today.scale.clockMsAt(now)]
  const segments = days.flatMap((day) => items.flatMap((item) => toDaySegment(item, day) ?? []))
  const tops = [...nows, ...segments.map(({ top }) => top)]
  const bottoms = [...nows, ...segments.map(({ bottom }) => bottom)]
  if (tops.length === 0) return [MORNING_MS, MORNING_MS, -Infinity] as const
  return [Math.min(...tops), Math.max(...bottoms), nows[0] ?? -Infinity] as const
}
