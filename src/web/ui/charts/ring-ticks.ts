/** Start and end of a tick on a ring. `turn` runs clockwise from 0 at the top to 1. */
export function tickLine(center: number, turn: number, inner: number, outer: number) {
  const [x, y] = pointOnRing(turn)
  return { x1: center + x * inner, y1: center + y * inner, x2: center + x * outer, y2: center + y * outer }
}

export function pointOnRing(turn: number): [x: number, y: number] {
  return [Math.sin(turn * 2 * Math.PI), -Math.cos(turn * 2 * Math.PI)]
}

/** 15 s in a usual focus session. Other lengths get a step that keeps the ring about as dense. */
export function secondsPerTick(totalSeconds: number): number {
  return [1, 3, 5, 15, 30, 60].find((step) => totalSeconds / step <= 120) ?? 120
}

/** The minutes labelled on a dial: at most seven, none overlapping the label 0. */
export function labelledMinutes(totalSeconds: number): number[] {
  const minutes = totalSeconds / 60
  const step = [1, 2, 5, 10, 15, 20, 30].find((each) => minutes / each <= 6) ?? 60
  const marks = Array.from({ length: Math.ceil(minutes / step) }, (_, index) => index * step)
  return marks.filter((mark) => mark === 0 || 1 - mark / minutes > 0.06)
}

/** Distributes `count` ticks in proportion by the largest remainder method, so that they always add up. */
export function distributeTicks(values: readonly number[], count: number): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * count)
  const ticks = exact.map(Math.floor)
  const left = count - ticks.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact.map((value, index) => ({ index, remainder: value % 1 }))
  byRemainder.sort((a, b) => b.remainder - a.remainder)
  const roundedUp = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return ticks.map((value, index) => value + (roundedUp.has(index) ? 1 : 0))
}
