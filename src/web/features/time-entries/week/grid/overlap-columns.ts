interface Span {
  start: number
  end: number
}

/** The how manieth of how many columns something has for itself. */
export interface Column {
  column: number
  columns: number
}

/** Puts what overlaps side by side: in as few columns as it takes, the same number for all that hang together. */
export function assignColumns<Item extends Span>(items: readonly Item[]): Map<Item, Column> {
  const placed = new Map<Item, Column>()
  let group: { item: Item; column: number }[] = []
  let ends: number[] = []
  const close = () => {
    for (const { item, column } of group) placed.set(item, { column, columns: ends.length })
    group = []
    ends = []
  }
  for (const item of items.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (ends.every((end) => end <= item.start)) close()
    const free = ends.findIndex((end) => end <= item.start)
    const column = free === -1 ? ends.length : free
    ends[column] = item.end
    group.push({ item, column })
  }
  close()
  return placed
}
