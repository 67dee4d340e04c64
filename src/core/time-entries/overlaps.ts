import type { Segment } from '#core/time/segments.ts'

export interface Overlap<Item> {
  /** The item's time that others cover too. Time shared with several others counts once. */
  milliseconds: number
  partners: readonly Item[]
}

/** A shorter overlap comes from rounding. */
const MIN_OVERLAP_MS = 1_000

/** Finds the items that overlap others, and for how long. */
export function findOverlaps<Item>(items: readonly Item[], segmentsOf: (item: Item) => readonly Segment[]) {
  const segments = items.flatMap((item) => segmentsOf(item).map(([start, end]) => ({ item, start, end })))
  const found = new Map<Item, { milliseconds: number; until: number; partners: Set<Item> }>()
  const share = (item: Item, partner: Item, [start, end]: Segment) => {
    const known = found.get(item) ?? { milliseconds: 0, until: -Infinity, partners: new Set() }
    // Shared segments come in order of their starts, so only the part after the last end is new.
    known.milliseconds += Math.max(0, end - Math.max(start, known.until))
    known.until = Math.max(end, known.until)
    known.partners.add(partner)
    found.set(item, known)
  }
  let open: typeof segments = []
  for (const segment of segments.toSorted((a, b) => a.start - b.start)) {
    open = open.filter(({ end }) => end > segment.start)
    for (const other of open) {
      const shared: Segment = [segment.start, Math.min(segment.end, other.end)]
      share(segment.item, other.item, shared)
      share(other.item, segment.item, shared)
    }
    open.push(segment)
  }
  return new Map(
    [...found]
      .filter(([, { milliseconds }]) => milliseconds >= MIN_OVERLAP_MS)
      .map(([item, { milliseconds, partners }]): [Item, Overlap<Item>] => [
        item,
        { milliseconds, partners: [...partners] },
      ]),
  )
}

/** A shorter gap is a pause between two pieces of work, as imported Pomodoro sessions have. */
const MIN_GAP_MS = 15 * 60_000
/** A longer gap counts as time off, not as untracked work. */
const MAX_GAP_MS = 4 * 60 * 60_000

/** Finds the untracked time between each item of a day and the next one. The break between two items is no gap. */
export function findGaps<Item>(
  items: readonly Item[],
  spanOf: (item: Item) => Segment,
  isBreakBetween: (before: Item, after: Item) => boolean,
) {
  const gaps = new Map<Item, Segment>()
  const spans = items.map((item) => ({ item, span: spanOf(item) })).toSorted((a, b) => a.span[0] - b.span[0])
  let latest = spans[0]
  spans.forEach((current, index) => {
    if (latest === undefined || current.span[1] > latest.span[1]) latest = current
    const next = spans[index + 1]
    const [end, start] = [latest.span[1], next?.span[0] ?? 0]
    const isGap = start - end >= MIN_GAP_MS && start - end <= MAX_GAP_MS
    if (next !== undefined && isGap && !isBreakBetween(latest.item, next.item)) gaps.set(current.item, [end, start])
  })
  return gaps
}
