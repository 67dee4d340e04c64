import type { TimeRange } from './drag.ts'

/** Index of an item's column, and the number of columns in its group. */
export interface Column {
  column: number
  columns: number
}

/**
 * Puts overlapping items into the fewest columns. All items that overlap directly or through others form a group and
 * get columns of the same width.
 */
export function assignColumns<Item extends TimeRange>(items: readonly Item[]): Map<Item, Column> {
  const columnOf = new Map<Item, Column>()
  let group: { item: Item; column: number }[] = []
  let ends: number[] = []
  const close = () => {
    for (const { item, column } of group) columnOf.set(item, { column, columns: ends.length })
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
  return columnOf
}
