/** Heights are counted in rows, of which `--row` says how high one is. */
export const inRows = (count: number) => `calc(var(--row) * ${count})`

/** A group in a long list: how far down it and its first row begin, how high it is, and which row of all is its first. */
interface Stack<Group> {
  group: Group
  top: number
  start: number
  height: number
  first: number
}

interface Window {
  from: number
  to: number
  /** The row that has the focus: it always exists. */
  place: number
}

/** `heading` tells how high the heading of a group is. */
export function stackUp<Group extends { entries: readonly unknown[] }>(
  groups: readonly Group[],
  heading: (group: Group) => number,
) {
  let top = 0
  let first = 0
  const stacks = groups.map((group): Stack<Group> => {
    const height = heading(group) + group.entries.length
    const stack = { group, top, start: top + heading(group), height, first }
    top += height
    first += group.entries.length
    return stack
  })
  return { stacks, height: top }
}

/** Whether anything of a group exists. */
export function isDrawn({ top, start, height, first }: Stack<unknown>, { from, to, place }: Window) {
  const isNear = top < to && top + height > from
  return isNear || (place >= first && place < first + height - (start - top))
}

/** Which rows of a stack exist: those in the window, and the present one, for it holds the focus. */
export function drawnRows({ start, top, height, first }: Stack<unknown>, { from, to, place }: Window) {
  const count = Math.round(height - (start - top))
  const always = place - first
  const begin = Math.max(0, Math.floor(from - start))
  const near = Array.from({ length: Math.max(0, Math.min(count, to - start) - begin) }, (_, index) => begin + index)
  const isMissing = always >= 0 && always < count && !near.includes(always)
  return isMissing ? [...near, always].toSorted((a, b) => a - b) : near
}
