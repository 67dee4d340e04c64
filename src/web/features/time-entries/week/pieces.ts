import { DAY_MS } from '#core/units.ts'
import { type Column, sideBySide } from './columns.ts'
import { type Day, type DayScale } from './day-scale.ts'
import type { Span } from './drag.ts'

/** How much of the ruler the smallest piece takes, so that it can be seen and taken hold of. */
const LEAST_MS = 14 * 60_000

export interface ShownDay extends Day {
  /** `2026-03-02` */
  date: string
  scale: DayScale
}

/** The part of something that lies in one day, as places on its ruler. */
export interface Piece {
  top: number
  bottom: number
  /** Whether its real start and its real end are in this day. */
  hasStart: boolean
  hasEnd: boolean
}

export function pieceOf({ start, end }: Span, { from, to, scale }: ShownDay): Piece | undefined {
  if (start >= to || end <= from) return undefined
  const top = Math.min(scale.placeOf(Math.max(start, from)), DAY_MS - LEAST_MS)
  const bottom = Math.max(scale.endOf(Math.min(end, to)), top + LEAST_MS)
  return { top, bottom, hasStart: start >= from, hasEnd: end <= to }
}

/** What of some items lies in a day, the earliest first, side by side where they would cover each other. */
export function layOut<Item extends Span>(items: readonly Item[], day: ShownDay): (Piece & Column & { item: Item })[] {
  const pieces = items
    .flatMap((item) => {
      const piece = pieceOf(item, day)
      return piece === undefined ? [] : [{ item, ...piece, start: piece.top, end: piece.bottom }]
    })
    .toSorted((a, b) => a.item.start - b.item.start)
  const columns = sideBySide(pieces)
  return pieces.map((piece) => ({ ...piece, ...columns.get(piece)! }))
}

/** What of some items is to be seen on some days, in the order in which it is drawn. */
export const drawnIn = <Item extends Span>(days: readonly ShownDay[], items: readonly Item[]) =>
  items
    .filter(({ start, end }) => days.some(({ from, to }) => start < to && end > from))
    .toSorted((a, b) => a.start - b.start)

/** A place on the ruler, for a style. */
export const inDay = (place: number) => `${(100 * place) / DAY_MS}%`
