import { useMemo } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { type Entry, findEntries, groupEntries, type ListItem, sortEntries } from './arrange.ts'
import type { StatusOption } from './list-search.ts'
import type { ListState } from './useListState.ts'

/** What of a list is to be seen: sorted once, then narrowed and searched, as typing must cost nothing. */
export function useListView<Item extends ListItem>(
  entries: Entry<Item>[] = NONE,
  { sort, order, q, status }: ListState,
  statuses: readonly StatusOption[],
) {
  const { language } = useTranslation()
  const wanted = status ?? statuses[0]?.value ?? ALL
  const locale = localeOf(language)
  const sorted = useMemo(() => sortEntries(entries, { sort, order, locale }), [entries, sort, order, locale])
  const narrowed = useMemo(
    () => (wanted === ALL ? sorted : sorted.filter((entry) => entry.status === wanted)),
    [sorted, wanted],
  )
  const found = useMemo(() => findEntries(narrowed, q), [narrowed, q])
  const groups = useMemo(() => groupEntries(found), [found])
  return { groups, found: found.length, total: narrowed.length }
}

const NONE: never[] = []

/** The status that is none. */
export const ALL = 'all'
