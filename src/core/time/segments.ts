/** An uninterrupted `[start, end)` of time, in milliseconds of the server's clock. */
export type Segment = readonly [start: number, end: number]

export const totalOf = (segments: readonly Segment[]) => segments.reduce((sum, [start, end]) => sum + (end - start), 0)

/** Returns the parts of `segments` that `removed` does not cover. */
export function subtractSegments(segments: readonly Segment[], removed: readonly Segment[]): Segment[] {
  const gaps = removed
    .filter((gap) => segments.some((segment) => doOverlap(segment, gap)))
    .toSorted(([a], [b]) => a - b)
  return segments.flatMap((segment) => cutOut(segment, gaps))
}

const doOverlap = ([start, end]: Segment, [from, to]: Segment) => start < to && from < end

/** Removes the gaps, which are in order of their starts, from a segment. */
function cutOut([start, end]: Segment, gaps: readonly Segment[]) {
  const left: Segment[] = []
  let from = start
  for (const [gapStart, gapEnd] of gaps) {
    left.push([from, Math.min(gapStart, end)])
    from = Math.max(from, gapEnd)
  }
  left.push([from, end])
  return left.filter(([from, to]) => to > from)
}

/** Removes the time before `start`. */
export const clipToStart = (segments: readonly Segment[], start: number): Segment[] =>
  segments.filter(([, end]) => end > start).map(([from, end]) => [Math.max(from, start), end])

/** A union that grows: disjoint segments in order. Its methods find their place in it by binary search. */
export function createSegmentUnion(segments: readonly Segment[] = []) {
  const parts: Segment[] = []

  /** The index of the first part that ends at `time` or later. */
  function findEndingFrom(time: number) {
    let [low, high] = [0, parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (parts[middle]![1] < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The parts that overlap or touch a segment: the index of the first, and how many. */
  function findTouching([start, end]: Segment) {
    const first = findEndingFrom(start)
    let after = first
    while (after < parts.length && parts[after]![0] <= end) after += 1
    return { first, count: after - first }
  }

  const union = {
    parts: parts as readonly Segment[],
    /** Overlapping and touching segments become one. */
    add(more: readonly Segment[]) {
      for (const segment of more) {
        const { first, count } = findTouching(segment)
        const start = Math.min(segment[0], parts[first]?.[0] ?? Infinity)
        const end = Math.max(segment[1], parts[first + count - 1]?.[1] ?? 0)
        parts.splice(first, count, count === 0 ? segment : [start, end])
      }
    },
    /** Returns the parts of `segments` that the union does not cover. */
    subtractFrom(segments: readonly Segment[]): Segment[] {
      return segments.flatMap((segment) => {
        const { first, count } = findTouching(segment)
        return cutOut(segment, parts.slice(first, first + count))
      })
    },
  }
  union.add(segments)
  return union
}

/** Joins each segment that begins where the one before it ends. The segments are in order. */
export function joinAdjacentSegments(segments: readonly Segment[]): Segment[] {
  return segments.reduce<Segment[]>((done, [start, end]) => {
    const last = done.at(-1)
    return last?.[1] === start ? [...done.slice(0, -1), [last[0], end]] : [...done, [start, end]]
  }, [])
}
