import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import type { TimeRange } from './drag.ts'
import { type Column, assignColumns } from './overlap-columns.ts'
import { type LocalDay, type WallClockScale } from './wall-clock-scale.ts'

/** Shorter segments are drawn this long, so that they can be seen and dragged; longer where days are drawn lower. */
const MIN_SEGMENT_MS = 14 * MINUTE_MS
const minSegmentMs = (dayRem: number) => (MIN_SEGMENT_MS * DAY_REM) / dayRem

export interface GridDay extends LocalDay {
  /** `2026-03-02` */
  date: string
  scale: WallClockScale
}

/** The part of a time range that lies in one day; `top` and `bottom` are wall-clock milliseconds. */
export interface DaySegment {
  top: number
  bottom: number
  /** False where the range continues on the day before or after. */
  hasStart: boolean
  hasEnd: boolean
}

export function toDaySegment(
  { start, end }: TimeRange,
  { from, to, scale }: GridDay,
  dayRem = DAY_REM,
): DaySegment | undefined {
  if (start >= to || end <= from) return undefined
  const top = Math.min(scale.clockMsAt(Math.max(start, from)), DAY_MS - minSegmentMs(dayRem))
  const bottom = Math.max(scale.endClockMsAt(Math.min(end, to)), top + minSegmentMs(dayRem))
  return { top, bottom, hasStart: start >= from, hasEnd: end <= to }
}

/** Segments of one day by start time. Overlapping ones are put side by side in columns. */
export function layOutDay<Item extends TimeRange>(
  items: readonly Item[],
  day: GridDay,
  dayRem = DAY_REM,
): (DaySegment & Column & { item: Item })[] {
  const segments = items
    .flatMap((item) => {
      const segment = toDaySegment(item, day, dayRem)
      return segment === undefined ? [] : [{ item, ...segment, start: segment.top, end: segment.bottom }]
    })
    .toSorted((a, b) => a.item.start - b.item.start)
  const columns = assignColumns(segments)
  return segments.map((segment) => ({ ...segment, ...columns.get(segment)! }))
}

/** The items that overlap these days, in drawing order. */
export const findVisibleItems = <Item extends TimeRange>(days: readonly GridDay[], items: readonly Item[]) =>
  items
    .filter(({ start, end }) => days.some(({ from, to }) => start < to && end > from))
    .toSorted((a, b) => a.start - b.start)

/** Height of a day: a quarter of an hour fits a line of text. */
export const DAY_REM = 108
/** Height of a day if more hours are in use than fit: 25 minutes fit a line of text. */
export const MIN_DAY_REM = 66
/** Height of a line of text in a block. */
export const LINE_REM = 0.875
/** Margins and borders of a block. */
const FRAME_REM = 0.25

/** How many whole lines of text fit into a block; one even if it is a little too low for it. */
export const linesIn = (lengthMs: number, dayRem = DAY_REM) =>
  Math.max(1, Math.floor(((lengthMs / DAY_MS) * dayRem - FRAME_REM) / LINE_REM))

/** Wall-clock milliseconds as a CSS percentage of the day. */
export const toDayPercent = (clockMs: number) => `${(100 * clockMs) / DAY_MS}%`
