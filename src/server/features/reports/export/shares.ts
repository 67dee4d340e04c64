import type { Summary } from '#contract/reports.ts'

type Line = Summary['lines'][number]
type Timed = Pick<Line, 'milliseconds'>

/** Adds the share of each line, and splits it among the sublines, as the report page does. */
export function withShares(lines: readonly Line[]) {
  return addShare(lines, 1).map((line) => ({ ...line, lines: addShare(line.lines, line.share) }))
}

/** Shares of the sum of the items, which is more than the total for tags: an entry can have several. */
function addShare<Item extends Timed>(items: readonly Item[], whole: number): (Item & { share: number })[] {
  const sum = items.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return items.map((item) => ({ ...item, share: sum === 0 ? 0 : (whole * item.milliseconds) / sum }))
}
