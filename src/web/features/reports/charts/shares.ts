import { toLocale } from '#core/language.ts'
import { memoize } from '#core/memoize.ts'
import type { LabeledPart } from '#web/features/reports/labels/group-label.ts'
import { distributeTicks } from '#web/ui/charts/ring-ticks.ts'

/** Whole percents that add up to 100. Equal input gives equal output, so charts and tables agree. */
export const percentsOf = (values: readonly number[]) => distributeTicks(values, 100)

/** Cached, because creating a format is slow and a report has hundreds of lines. */
const percentFormat = memoize(10, (language: string) => new Intl.NumberFormat(toLocale(language), { style: 'percent' }))

/** "44 %", or "<1 %" for some time that rounds to 0 percent. */
export function formatPercent(percent: number, milliseconds: number, language: string): string {
  const format = percentFormat(language)
  return percent === 0 && milliseconds > 0 ? `<${format.format(0.01)}` : format.format(percent / 100)
}

export interface Share extends LabeledPart {
  percent: number
}

/** With more, the largest seven keep their names and the others are merged: never a single one. */
const MAX_SHARES = 8
const MAX_NAMED_SHARES = MAX_SHARES - 1

/** Shares of the total, largest first; the smallest are merged into "others". */
export function toShares(parts: readonly LabeledPart[], nameOthers: (count: number) => string): Share[] {
  const percents = percentsOf(parts.map(({ milliseconds }) => milliseconds))
  const shares = parts
    .map((part, index) => ({ ...part, percent: percents[index]! }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
  if (shares.length <= MAX_SHARES) return shares
  const others = shares.slice(MAX_NAMED_SHARES)
  return [
    ...shares.slice(0, MAX_NAMED_SHARES),
    {
      key: 'others',
      name: nameOthers(others.length),
      color: undefined,
      milliseconds: others.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      percent: others.reduce((sum, { percent }) => sum + percent, 0),
    },
  ]
}
