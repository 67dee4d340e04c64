import { HOUR_MS } from '#core/time/units.ts'

interface BarPart {
  id: string
  label: string
  color: string
  milliseconds: number
}

export interface BarColumn {
  id: string
  /** Under the bar, short: "Mon 9". Empty: it has none, whatever the room. */
  label: string
  /** Where there is no room for all labels. */
  shortLabel?: string
  /** In the tip and the table: "Monday 9". */
  title: string
  /** What the parts are parts of. It is less than their sum where they overlap. */
  milliseconds: number
  /** In every column the same ones, in the same order. */
  parts: readonly BarPart[]
  isCurrent?: boolean
}

/** A round top for a chart of durations, and the step of its lines: at most five of them, none with hours and minutes. */
export function barChartScale(highest: number): { top: number; step: number } {
  const hours = highest / HOUR_MS
  const step = hours <= 1 ? 0.25 : ([1, 2, 4, 5, 10, 20, 50, 100].find((each) => hours / each <= 5) ?? 200)
  return { top: Math.max(1, Math.ceil(hours / step)) * step * HOUR_MS, step: step * HOUR_MS }
}

const PART_GAP = 2
const MIN_PART_HEIGHT = 2

/** Where the parts of a bar lie above its foot: in proportion, with gaps, and the smallest still to be seen. */
export function stackParts(values: readonly number[], height: number) {
  const room = Math.max(1, Math.floor((height + PART_GAP) / (MIN_PART_HEIGHT + PART_GAP)))
  const all = values.map((value, index) => ({ value, index })).filter(({ value }) => value > 0)
  // A bar that is too low for all of its parts has the biggest: the tip tells of the others.
  const kept = new Set(all.toSorted((a, b) => b.value - a.value).slice(0, room))
  const parts = all.filter((part) => kept.has(part))
  const heights = distributeHeight(
    parts.map(({ value }) => value),
    height - PART_GAP * (parts.length - 1),
  )
  let foot = 0
  return parts.map(({ index }, place) => {
    const part = { index, foot, height: heights[place]! }
    foot += part.height + PART_GAP
    return part
  })
}

/** Deals a height out in proportion, but nobody gets too little to be seen: the others make room. */
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

/** In the smallest size of text a figure or a letter takes about as much, and two labels need a gap. */
export const textWidth = (text: string) => text.length * 7 + 6

/** What stands under each column: its label, or its short one, at equal distances where there is no room for all. */
export function fitLabels(columns: readonly BarColumn[], columnWidth: number): string[] {
  const long = columns.map(({ label }) => label)
  const short = columns.map(({ label, shortLabel = label }) => shortLabel)
  const labels = labelInterval(long, columnWidth) === 1 ? long : short
  const each = labelInterval(labels, columnWidth)
  let place = 0
  return labels.map((label) => (label === '' || place++ % each !== 0 ? '' : label))
}

/** Every how many labels there is room for one. */
function labelInterval(labels: readonly string[], columnWidth: number) {
  const named = labels.flatMap((label, index) => (label === '' ? [] : [index]))
  const steps = named.slice(1).map((column, index) => column - named[index]!)
  const room = Math.min(labels.length, ...steps) * columnWidth
  return Math.max(1, Math.ceil(Math.max(0, ...labels.map(textWidth)) / room))
}
