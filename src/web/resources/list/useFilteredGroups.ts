import { useMemo } from 'react'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type ListEntry, searchEntries, groupEntries, type ListItem, sortEntries } from './list-entries.ts'
import type { StatusOption } from './list-search-params.ts'
import type { ListFilters } from './useListFilters.ts'

/** What of a list is to be seen: sorted once, then narrowed and searched, as typing must cost nothing. */
export function useFilteredGroups<Item extends ListItem>(
  entries: ListEntry<Item>[] = NO_ENTRIES,
  { sort, order, q, status }: ListFilters,
  statuses: readonly StatusOption[],
) {
  const { language } = useTranslation()
  const wanted = status ?? statuses[0]?.value ?? ALL_STATUSES
  const locale = toLocale(language)
  const sorted = useMemo(() => sortEntries(entries, { sort, order, locale }), [entries, sort, order, locale])
  const narrowed = useMemo(
    () => (wanted === ALL_STATUSES ? sorted : sorted.filter((entry) => entry.status === wanted)),
    [sorted, wanted],
  )
  const found = useMemo(() => searchEntries(narrowed, q), [narrowed, q])
  const groups = useMemo(() => groupEntries(found), [found])
  return { groups, found: found.length, total: narrowed.length }
}

const NO_ENTRIES: never[] = []

/** The status that is none. */
export const ALL_STATUSES = 'all'
