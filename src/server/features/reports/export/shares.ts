import type { Summary } from '#contract/reports.ts'

type Line = Summary['lines'][number]
type Timed = Pick<Line, 'milliseconds'>

/** Each line with its share of all of them, and of that the share of each below it, as on the screen. */
export function withShares(lines: readonly Line[]) {
  return addShare(lines, 1).map((line) => ({ ...line, lines: addShare(line.lines, line.share) }))
}

/** Of tags an entry can have several: their times are more than the total, their shares are not. */
function addShare<Item extends Timed>(items: readonly Item[], whole: number): (Item & { share: number })[] {
  const sum = items.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return items.map((item) => ({ ...item, share: sum === 0 ? 0 : (whole * item.milliseconds) / sum }))
}
