import { useMemo } from 'react'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { groupEntries, type ListEntry, type ListItem, searchEntries, sortEntries } from './list-entries.ts'
import type { StatusOption } from './list-search-params.ts'
import type { ListFilters } from './useListFilters.ts'

/** Sorts, filters, searches and groups. Each step is memoised, so that typing in the search field only searches. */
export function useFilteredGroups<Item extends ListItem>(
  entries: ListEntry<Item>[] | undefined,
  { sort, order, q, status }: ListFilters,
  statuses: readonly StatusOption[],
) {
  const { language } = useTranslation()
  const selectedStatus = status ?? statuses[0]?.value ?? ALL_STATUSES
  const locale = toLocale(language)
  const sorted = useMemo(() => sortEntries(entries ?? [], { sort, order, locale }), [entries, sort, order, locale])
  const filtered = useMemo(
    () => (selectedStatus === ALL_STATUSES ? sorted : sorted.filter((entry) => entry.status === selectedStatus)),
    [sorted, selectedStatus],
  )
  const found = useMemo(() => searchEntries(filtered, q), [filtered, q])
  const groups = useMemo(() => groupEntries(found), [found])
  return { groups, found: found.length, total: filtered.length, isNew: entries?.length === 0 }
}

export const ALL_STATUSES = 'all'
