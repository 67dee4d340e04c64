/** Where a tick of a ring begins and ends. `turn` runs clockwise from 0 at the top to 1. */
export function tickLine(center: number, turn: number, inner: number, outer: number) {
  const [x, y] = pointOnRing(turn)
  return { x1: center + x * inner, y1: center + y * inner, x2: center + x * outer, y2: center + y * outer }
}

export function pointOnRing(turn: number): [x: number, y: number] {
  return [Math.sin(turn * 2 * Math.PI), -Math.cos(turn * 2 * Math.PI)]
}

/** One tick is 15 s of a usual session; shorter and longer ones get the step that keeps the ring as dense. */
export function secondsPerTick(totalSeconds: number): number {
  return [1, 3, 5, 15, 30, 60].find((step) => totalSeconds / step <= 120) ?? 120
}

/** The minutes engraved on a dial, at most six and never two on top of each other. */
export function labelledMinutes(totalSeconds: number): number[] {
  const minutes = totalSeconds / 60
  const step = [1, 2, 5, 10, 15, 20, 30].find((each) => minutes / each <= 6) ?? 60
  const marks = Array.from({ length: Math.ceil(minutes / step) }, (_, index) => index * step)
  return marks.filter((mark) => mark === 0 || 1 - mark / minutes > 0.06)
}

/** Deals `count` ticks out in proportion, the last ones to the largest remainders, so that they always add up. */
export function distributeTicks(values: readonly number[], count: number): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * count)
  const ticks = exact.map(Math.floor)
  const left = count - ticks.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact.map((value, index) => ({ index, remainder: value % 1 }))
  byRemainder.sort((a, b) => b.remainder - a.remainder)
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return ticks.map((value, index) => value + (lucky.has(index) ? 1 : 0))
}
