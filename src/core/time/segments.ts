/** A piece of time, half open, in milliseconds of the server's clock. */
export type Segment = readonly [start: number, end: number]

export const totalOf = (segments: readonly Segment[]) => segments.reduce((sum, [start, end]) => sum + (end - start), 0)

/** What is left of some segments when others are taken away. */
export function subtractSegments(segments: readonly Segment[], taken: readonly Segment[]): Segment[] {
  const gaps = taken.filter((gap) => segments.some((segment) => doOverlap(segment, gap))).toSorted(([a], [b]) => a - b)
  return segments.flatMap((segment) => cutOut(segment, gaps))
}

const doOverlap = ([start, end]: Segment, [from, to]: Segment) => start < to && from < end

/** What of a segment lies before, between and after gaps that come in order. */
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

/** Segments of which no two touch, and more: as few as can be. */
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

/** Segments in order, with those made one that touch. */
export function joinAdjacentSegments(segments: readonly Segment[]): Segment[] {
  return segments.reduce<Segment[]>((done, [start, end]) => {
    const last = done.at(-1)
    return last?.[1] === start ? [...done.slice(0, -1), [last[0], end]] : [...done, [start, end]]
  }, [])
}
