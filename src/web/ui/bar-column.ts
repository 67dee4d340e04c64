interface BarPart {
  id: string
  label: string
  color: string
  milliseconds: number
}

export interface BarColumn {
  /** Under the bar, short: "Mon 9". */
  label: string
  /** In the tip and the table: "Monday 9". */
  title: string
  parts: readonly BarPart[]
}

export const totalOf = (column: BarColumn) => column.parts.reduce((sum, part) => sum + part.milliseconds, 0)

/** The parts that are not empty, each with where it begins and ends on top of the ones before. */
export function stackParts(column: BarColumn): (BarPart & { from: number; to: number })[] {
  let height = 0
  const stacked = column.parts.map((part) => ({ ...part, from: height, to: (height += part.milliseconds) }))
  return stacked.filter((part) => part.to > part.from)
}

const HOUR_MS = 3_600_000

/** A round top for a chart of durations, and the step of its lines: at most five of them. */
export function barsScale(highest: number): { top: number; step: number } {
  const hours = highest / HOUR_MS
  const step = [0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100].find((each) => hours / each <= 5) ?? 200
  return { top: Math.max(1, Math.ceil(hours / step)) * step * HOUR_MS, step: step * HOUR_MS }
}
