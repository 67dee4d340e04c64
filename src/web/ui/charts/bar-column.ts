import { HOUR_MS } from '#core/time/units.ts'

interface BarPart {
  id: string
  label: string
  /** Undefined: an outline, for several that are merged. */
  color: string | undefined
  milliseconds: number
}

export interface BarColumn {
  id: string
  /** Short label below the bar, "Mon 9", or empty. */
  label: string
  /** Used if there is no room for all labels. */
  shortLabel?: string
  /** Title in the tooltip and the table: "Monday 9". */
  title: string
  /** The total. It is less than the sum of the parts if they overlap. */
  milliseconds: number
  /** The same parts in the same order in every column. */
  parts: readonly BarPart[]
  isCurrent?: boolean
  goalMilliseconds?: number
}

/** A round maximum for a chart of durations, and the step of its grid lines: at most five, at hours or quarters. */
export function barChartScale(highest: number): { top: number; step: number } {
  const hours = highest / HOUR_MS
  const step = hours <= 1 ? 0.25 : ([1, 2, 4, 5, 10, 20, 50, 100].find((each) => hours / each <= 5) ?? 200)
  return { top: Math.max(1, Math.ceil(hours / step)) * step * HOUR_MS, step: step * HOUR_MS }
}

const PART_GAP = 2
const MIN_PART_HEIGHT = 2

/** Positions of the parts of a bar: in proportion, with gaps, and none lower than the minimum. */
export function stackParts(values: readonly number[], height: number) {
  const room = Math.max(1, Math.floor((height + PART_GAP) / (MIN_PART_HEIGHT + PART_GAP)))
  const all = values.map((value, index) => ({ value, index })).filter(({ value }) => value > 0)
  // A bar that is too low for all of its parts shows the biggest ones. The tooltip lists all.
  const biggest = new Set(all.toSorted((a, b) => b.value - a.value).slice(0, room))
  const parts = all.filter((part) => biggest.has(part))
  const heights = distributeHeight(
    parts.map(({ value }) => value),
    height - PART_GAP * (parts.length - 1),
  )
  let bottom = 0
  return parts.map(({ index }, position) => {
    const part = { index, bottom, height: heights[position]! }
    bottom += part.height + PART_GAP
    return part
  })
}

/** Distributes a height in proportion. Parts below the minimum get the minimum, and the others share the rest. */
function distributeHeight(values: readonly number[], height: number): number[] {
  const small = new Set<number>()
  for (;;) {
    const left = Math.max(0, height - MIN_PART_HEIGHT * small.size)
    const total = values.reduce((sum, value, index) => (small.has(index) ? sum : sum + value), 0)
    const heights = values.map((value, index) => (small.has(index) ? MIN_PART_HEIGHT : (value / total) * left))
    const found = heights.findIndex((each, index) => !small.has(index) && each < MIN_PART_HEIGHT)
    if (found === -1) return heights
    small.add(found)
  }
}

/** Approximate width of a label in the smallest text size, with a gap to the next one. */
export const textWidth = (text: string) => text.length * 7 + 6

/** The labels of all columns: long or short ones, or every n-th short one if there is no room for all. */
export function fitLabels(columns: readonly BarColumn[], columnWidth: number): string[] {
  const long = columns.map(({ label }) => label)
  const short = columns.map(({ label, shortLabel = label }) => shortLabel)
  const labels = labelInterval(long, columnWidth) === 1 ? long : short
  const interval = labelInterval(labels, columnWidth)
  let position = 0
  return labels.map((label) => (label === '' || position++ % interval !== 0 ? '' : label))
}

/** Returns n if there is room for every n-th label. */
function labelInterval(labels: readonly string[], columnWidth: number) {
  const named = labels.flatMap((label, index) => (label === '' ? [] : [index]))
  const steps = named.slice(1).map((column, index) => column - named[index]!)
  const room = Math.min(labels.length, ...steps) * columnWidth
  return Math.max(1, Math.ceil(Math.max(0, ...labels.map(textWidth)) / room))
}
