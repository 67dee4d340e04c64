import type { Reply } from '#contract/endpoint.ts'
import type { reports } from '#contract/reports.ts'
import type { Bar, GroupLabel, LabeledPart } from '#web/features/reports/labels/group-label.ts'

type Series = Reply<typeof reports.series>

const MAX_NAMED_PARTS = 7
const OTHERS_KEY = 'others'

interface Naming {
  getGroupLabel: (key: string | null) => GroupLabel
  nameOthers: (count: number) => string
}

/** All bars get the same parts in the same order, largest in total first; the smallest are merged into "others". */
export function toBars(series: Series, { getGroupLabel, nameOthers }: Naming): Bar[] {
  const keys = sumByKey(series).map(([key]) => key)
  // "1 other" would take the same space as its own name, so at least two parts are merged.
  const named = keys.length > MAX_NAMED_PARTS + 1 ? keys.slice(0, MAX_NAMED_PARTS) : keys
  const labels = named.map((key) => getGroupLabel(key))
  const others = { key: OTHERS_KEY, name: nameOthers(keys.length - named.length), color: undefined }

  return series.map(({ day, milliseconds, parts }) => {
    const time = new Map(parts.map((part) => [part.key, part.milliseconds]))
    const shown: LabeledPart[] = labels.map((label) => ({ ...label, milliseconds: time.get(label.key) ?? 0 }))
    const rest = sum(parts) - sum(shown)
    return {
      day,
      milliseconds,
      parts: named.length < keys.length ? [...shown, { ...others, milliseconds: rest }] : shown,
    }
  })
}

/** Time by group over all bars, without merging the small ones. */
export function sumParts(series: Series, getGroupLabel: Naming['getGroupLabel']): LabeledPart[] {
  const parts = sumByKey(series).map(([key, milliseconds]) => ({ ...getGroupLabel(key), milliseconds }))
  return parts.filter(({ milliseconds }) => milliseconds > 0)
}

/** Largest first. */
function sumByKey(series: Series) {
  const totals = new Map<string | null, number>()
  for (const { key, milliseconds } of series.flatMap(({ parts }) => parts))
    totals.set(key, (totals.get(key) ?? 0) + milliseconds)
  return [...totals].toSorted(([, a], [, b]) => b - a)
}

const sum = (parts: readonly { milliseconds: number }[]) => parts.reduce((sum, part) => sum + part.milliseconds, 0)
