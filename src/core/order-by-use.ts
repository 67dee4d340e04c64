import { byName } from './text/by-name.ts'

interface Choice {
  id: string
  name: string
  isPinned?: boolean
}

/** The number of recently used items that come before the others. */
const MAX_RECENT = 5

/** The order of a picker: pinned items by name, then recently used ones, the latest first, then the others by name. */
export function orderByUse<Item extends Choice>(items: readonly Item[], usedIds: readonly string[]): Item[] {
  const pinned = items.filter(({ isPinned }) => isPinned).toSorted(byName)
  const others = new Map(items.filter(({ isPinned }) => !isPinned).map((item) => [item.id, item]))
  const recent = [...new Set(usedIds)].flatMap((id) => others.get(id) ?? []).slice(0, MAX_RECENT)
  for (const { id } of recent) others.delete(id)
  return [...pinned, ...recent, ...[...others.values()].toSorted(byName)]
}
