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

/** Returns the union as disjoint segments, in no particular order. Overlapping and touching segments become one. */
export function unionSegments(segments: readonly Segment[], more: readonly Segment[]): Segment[] {
  return more.reduce<Segment[]>(
    (all, [start, end]) => {
      const touching = all.filter(([from, to]) => start <= to && from <= end)
      const apart = all.filter(([from, to]) => start > to || from > end)
      return [
        ...apart,
        [Math.min(start, ...touching.map(([from]) => from)), Math.max(end, ...touching.map(([, to]) => to))],
      ]
    },
    [...segments],
  )
}

/** Joins each segment that begins where the one before it ends. The segments are in order. */
export function joinAdjacentSegments(segments: readonly Segment[]): Segment[] {
  return segments.reduce<Segment[]>((done, [start, end]) => {
    const last = done.at(-1)
    return last?.[1] === start ? [...done.slice(0, -1), [last[0], end]] : [...done, [start, end]]
  }, [])
}
