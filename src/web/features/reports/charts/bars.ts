import type { Reply } from '#contract/endpoint.ts'
import type { reports } from '#contract/reports.ts'
import type { Bar, GroupLabel, LabeledPart } from '#web/features/reports/labels/group-label.ts'

type Series = Reply<typeof reports.series>

const NAMED = 7
const OTHERS = 'others'

interface Naming {
  getGroupLabel: (key: string | null) => GroupLabel
  nameOthers: (count: number) => string
}

/** Bars with the same parts in the same order: the biggest of all bars first, and many small ones as one. */
export function toBars(series: Series, { getGroupLabel, nameOthers }: Naming): Bar[] {
  const keys = sumByKey(series).map(([key]) => key)
  // A single one needs no more room under its own name.
  const named = keys.length > NAMED + 1 ? keys.slice(0, NAMED) : keys
  const looks = named.map((key) => getGroupLabel(key))
  const others = { ...getGroupLabel(null), key: OTHERS, name: nameOthers(keys.length - named.length) }

  return series.map(({ day, milliseconds, parts }) => {
    const time = new Map(parts.map((part) => [part.key, part.milliseconds]))
    const shown: LabeledPart[] = looks.map((look) => ({ ...look, milliseconds: time.get(look.key) ?? 0 }))
    const rest = sum(parts) - sum(shown)
    return {
      day,
      milliseconds,
      parts: named.length < keys.length ? [...shown, { ...others, milliseconds: rest }] : shown,
    }
  })
}

/** The same parts, all bars together: those that became one are told apart. */
export function sumParts(series: Series, getGroupLabel: Naming['getGroupLabel']): LabeledPart[] {
  const parts = sumByKey(series).map(([key, milliseconds]) => ({ ...getGroupLabel(key), milliseconds }))
  return parts.filter(({ milliseconds }) => milliseconds > 0)
}

/** The biggest first. */
function sumByKey(series: Series) {
  const totals = new Map<string | null, number>()
  for (const { key, milliseconds } of series.flatMap(({ parts }) => parts))
    totals.set(key, (totals.get(key) ?? 0) + milliseconds)
  return [...totals].toSorted(([, a], [, b]) => b - a)
}

const sum = (parts: readonly { milliseconds: number }[]) => parts.reduce((sum, part) => sum + part.milliseconds, 0)
