/** `--row` is the height of one row: all heights here are multiples of it. */
export const rowsToCss = (count: number) => `calc(var(--row) * ${count})`

export interface RowGroup<Entry> {
  entries: readonly Entry[]
}

/** Position of a group in the list, in rows. */
interface GroupLayout<Group> {
  group: Group
  top: number
  /** Top of the first row, below the heading. */
  start: number
  /** With the heading. */
  height: number
  /** Index of the first row among the rows of all groups. */
  firstIndex: number
}

interface RenderedRange {
  from: number
  to: number
  /** This row is always rendered: removing it from the document would lose the focus. */
  focusedIndex: number
}

export function layOutGroups<Group extends RowGroup<unknown>>(
  groups: readonly Group[],
  headingHeight: (group: Group) => number,
) {
  let top = 0
  let firstIndex = 0
  const layouts = groups.map((group): GroupLayout<Group> => {
    const height = headingHeight(group) + group.entries.length
    const layout = { group, top, start: top + headingHeight(group), height, firstIndex }
    top += height
    firstIndex += group.entries.length
    return layout
  })
  return { layouts, height: top }
}

export function isGroupRendered(
  { top, start, height, firstIndex }: GroupLayout<unknown>,
  { from, to, focusedIndex }: RenderedRange,
) {
  const isInRange = top < to && top + height > from
  return isInRange || (focusedIndex >= firstIndex && focusedIndex < firstIndex + height - (start - top))
}

/** Indexes, within its group, of the rows to render: those in the range, and the focused one. */
export function renderedRows(
  { start, top, height, firstIndex }: GroupLayout<unknown>,
  { from, to, focusedIndex }: RenderedRange,
) {
  const count = Math.round(height - (start - top))
  const focused = focusedIndex - firstIndex
  const begin = Math.max(0, Math.floor(from - start))
  const inRange = Array.from({ length: Math.max(0, Math.min(count, to - start) - begin) }, (_, index) => begin + index)
  const isFocusedMissing = focused >= 0 && focused < count && !inRange.includes(focused)
  return isFocusedMissing ? [...inRange, focused].toSorted((a, b) => a - b) : inRange
}
