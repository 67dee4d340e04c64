import type { LabeledPart } from '#web/features/reports/labels/group-label.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { distributeTicks } from '#web/ui/charts/ring-ticks.ts'

/** Whole percents that add up to 100. The same values in the same order have the same percents everywhere. */
export const percentsOf = (values: readonly number[]) => distributeTicks(values, 100)

/** Making a format is slow, and a report has hundreds of lines. */
const formats = new Map<string, Intl.NumberFormat>()

/** "44 %". What is there, but less than any percent, is not told as nothing. */
export function formatPercent(percent: number, milliseconds: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  formats.set(language, format)
  return percent === 0 && milliseconds > 0 ? `<${format.format(0.01)}` : format.format(percent / 100)
}

export interface Share extends LabeledPart {
  percent: number
}

/** With one more, the seven biggest would be followed by a single other. */
const MOST = 8
const NAMED = MOST - 1
const OTHERS_COLOR = '#64748b'

/** The shares of a whole, the biggest first; many small ones become one. */
export function toShares(parts: readonly LabeledPart[], nameOthers: (count: number) => string): Share[] {
  const percents = percentsOf(parts.map(({ milliseconds }) => milliseconds))
  const shares = parts
    .map((part, index) => ({ ...part, percent: percents[index]! }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
  if (shares.length <= MOST) return shares
  const others = shares.slice(NAMED)
  return [
    ...shares.slice(0, NAMED),
    {
      key: 'others',
      name: nameOthers(others.length),
      color: OTHERS_COLOR,
      milliseconds: others.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      percent: others.reduce((sum, { percent }) => sum + percent, 0),
    },
  ]
}
