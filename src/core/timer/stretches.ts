/** A piece of time, half open, in milliseconds of the server's clock. */
export type Stretch = readonly [start: number, end: number]

export const totalOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, [start, end]) => sum + (end - start), 0)

/** What is left of some stretches when others are taken away. */
export function subtract(stretches: readonly Stretch[], taken: readonly Stretch[]): Stretch[] {
  return taken.reduce<Stretch[]>((left, gap) => left.flatMap((stretch) => without(stretch, gap)), [...stretches])
}

/** Stretches in order, with those made one that touch. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  return stretches.reduce<Stretch[]>((done, [start, end]) => {
    const last = done.at(-1)
    return last?.[1] === start ? [...done.slice(0, -1), [last[0], end]] : [...done, [start, end]]
  }, [])
}

function without([start, end]: Stretch, [gapStart, gapEnd]: Stretch): Stretch[] {
  const before: Stretch = [start, Math.min(end, gapStart)]
  const after: Stretch = [Math.max(start, gapEnd), end]
  return [before, after].filter(([from, to]) => to > from)
}
