import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { type GridDay, toDaySegment } from './day-segments.ts'
import type { TimeRange } from './drag.ts'

/** Shortly before a usual working day. */
const MORNING = 7.5 / 24
/** Space above the first entry. */
const MARGIN = HOUR_MS / 2 / DAY_MS
/** The current time is rather low, because the work of the day is above it. */
const NOW_POSITION = 0.7

interface Opening {
  days: readonly GridDay[]
  items: readonly TimeRange[]
  now: number
  /** The visible part of a day, as a share of it. */
  view: number
}

/**
 * Where the top of the view is when a week opens, as a share of the day: in the morning, unless now, or without now the
 * first entry, would be out of view.
 */
export function openingPosition({ days, items, now, view }: Opening) {
  const isVisible = (position: number) => position >= MORNING && position <= MORNING + view - MARGIN
  const today = days.find(({ from, to }) => from <= now && now < to)
  if (today !== undefined) {
    const position = today.scale.clockMsAt(now) / DAY_MS
    return isVisible(position) ? MORNING : Math.max(0, position - NOW_POSITION * view)
  }
  const starts = days.flatMap((day) => items.flatMap((item) => toDaySegment(item, day)?.top ?? []))
  const first = starts.length === 0 ? MORNING : Math.min(...starts) / DAY_MS
  return isVisible(first) ? MORNING : Math.max(0, first - MARGIN)
}
