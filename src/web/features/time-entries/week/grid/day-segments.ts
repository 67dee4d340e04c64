import { DAY_MS } from '#core/units.ts'
import { type Column, assignColumns } from './overlap-columns.ts'
import { type LocalDay, type WallClockScale } from './wall-clock-scale.ts'
import type { TimeRange } from './drag.ts'

/** How much of the ruler the smallest piece takes, so that it can be seen and taken hold of. */
const MIN_SEGMENT_MS = 14 * 60_000

export interface GridDay extends LocalDay {
  /** `2026-03-02` */
  date: string
  scale: WallClockScale
}

/** The part of something that lies in one day, as places on its ruler. */
export interface DaySegment {
  top: number
  bottom: number
  /** Whether its real start and its real end are in this day. */
  hasStart: boolean
  hasEnd: boolean
}

export function toDaySegment({ start, end }: TimeRange, { from, to, scale }: GridDay): DaySegment | undefined {
  if (start >= to || end <= from) return undefined
  const top = Math.min(scale.clockAt(Math.max(start, from)), DAY_MS - MIN_SEGMENT_MS)
  const bottom = Math.max(scale.endClockAt(Math.min(end, to)), top + MIN_SEGMENT_MS)
  return { top, bottom, hasStart: start >= from, hasEnd: end <= to }
}

/** What of some items lies in a day, the earliest first, side by side where they would cover each other. */
export function layOutDay<Item extends TimeRange>(
  items: readonly Item[],
  day: GridDay,
): (DaySegment & Column & { item: Item })[] {
  const pieces = items
    .flatMap((item) => {
      const piece = toDaySegment(item, day)
      return piece === undefined ? [] : [{ item, ...piece, start: piece.top, end: piece.bottom }]
    })
    .toSorted((a, b) => a.item.start - b.item.start)
  const columns = assignColumns(pieces)
  return pieces.map((piece) => ({ ...piece, ...columns.get(piece)! }))
}

/** What of some items is to be seen on some days, in the order in which it is drawn. */
export const findVisibleItems = <Item extends TimeRange>(days: readonly GridDay[], items: readonly Item[]) =>
  items
    .filter(({ start, end }) => days.some(({ from, to }) => start < to && end > from))
    .toSorted((a, b) => a.start - b.start)

/** A place on the ruler, for a style. */
export const toDayPercent = (place: number) => `${(100 * place) / DAY_MS}%`
