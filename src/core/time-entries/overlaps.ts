import type { Segment } from '#core/time/segments.ts'

export interface Overlap<Item> {
  /** How much of its own time it shares, however many it shares it with. */
  milliseconds: number
  partners: readonly Item[]
}

/** Which of some things were worked on at the same time as others, and for how long. */
export function findOverlaps<Item>(items: readonly Item[], stretchesOf: (item: Item) => readonly Segment[]) {
  const pieces = items.flatMap((item) => stretchesOf(item).map(([start, end]) => ({ item, start, end })))
  const found = new Map<Item, { milliseconds: number; until: number; partners: Set<Item> }>()
  const share = (item: Item, partner: Item, [start, end]: Segment) => {
    const known = found.get(item) ?? { milliseconds: 0, until: -Infinity, partners: new Set() }
    // What it shares comes in the order of its starts: only what reaches further is new.
    known.milliseconds += Math.max(0, end - Math.max(start, known.until))
    known.until = Math.max(end, known.until)
    known.partners.add(partner)
    found.set(item, known)
  }
  let open: typeof pieces = []
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    open = open.filter(({ end }) => end > piece.start)
    for (const other of open) {
      const shared: Segment = [piece.start, Math.min(piece.end, other.end)]
      share(piece.item, other.item, shared)
      share(other.item, piece.item, shared)
    }
    open.push(piece)
  }
  return new Map(
    [...found].map(([item, { milliseconds, partners }]): [Item, Overlap<Item>] => [
      item,
      { milliseconds, partners: [...partners] },
    ]),
  )
}

const MIN_GAP_MS = 60_000
/** Whoever did nothing for longer was not at work. */
const MAX_GAP_MS = 4 * 60 * 60_000

/** The time after each thing of a day in which nothing was tracked, until the next of that day began. */
export function findGaps<Item>(items: readonly Item[], spanOf: (item: Item) => Segment) {
  const gaps = new Map<Item, Segment>()
  const spans = items.map((item) => ({ item, span: spanOf(item) })).toSorted((a, b) => a.span[0] - b.span[0])
  let end = -Infinity
  spans.forEach(({ item, span }, index) => {
    end = Math.max(end, span[1])
    const gap = (spans[index + 1]?.span[0] ?? end) - end
    if (gap >= MIN_GAP_MS && gap <= MAX_GAP_MS) gaps.set(item, [end, end + gap])
  })
  return gaps
}
