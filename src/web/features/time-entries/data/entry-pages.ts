import type { InfiniteData } from '@tanstack/react-query'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { EntryFilter } from './entry-types.ts'
import { canFilterLocally, matchesFilter } from './optimistic-entries.ts'

/** Entries are in no particular order: `useEntryView` sorts them. */
export interface EntryPage {
  entries: TimeEntry[]
  isLast: boolean
}

export type EntryPages = InfiniteData<EntryPage, string | undefined>

export interface OwnChange {
  changed: readonly TimeEntry[]
  deleted: readonly string[]
}

/** The server's order. */
export const compareNewestFirst = (a: TimeEntry, b: TimeEntry) =>
  a.startTime === b.startTime ? (a.id < b.id ? 1 : -1) : a.startTime < b.startTime ? 1 : -1

export const editEntries = (
  data: EntryPages,
  edit: (entries: TimeEntry[], page: number) => TimeEntry[],
): EntryPages => ({
  ...data,
  pages: data.pages.map((page, index) => ({ ...page, entries: edit(page.entries, index) })),
})

/** The cursor: the next page starts after the oldest loaded entry. */
export const findOldestEntry = (entries: readonly TimeEntry[]) =>
  entries.reduce<TimeEntry | undefined>(
    (oldest, entry) => (oldest && compareNewestFirst(oldest, entry) > 0 ? oldest : entry),
    undefined,
  )

/**
 * Applies entries that the server returned after a change of this user. An entry that no longer matches the filter, or
 * belongs to a page not loaded yet, is taken out.
 */
export function applyOwnChange(data: EntryPages, filter: EntryFilter, { changed, deleted }: OwnChange): EntryPages {
  const touched = new Set([...changed.map(({ id }) => id), ...deleted])
  const all = data.pages.flatMap(({ entries }) => entries)
  const known = new Set(all.map(({ id }) => id))
  const oldest = findOldestEntry(all.filter(({ id }) => !touched.has(id)))
  const isOnLoadedPage = (entry: TimeEntry) =>
    data.pages.at(-1)?.isLast === true || (oldest !== undefined && compareNewestFirst(entry, oldest) < 0)
  const isListed = canFilterLocally(filter)
    ? (entry: TimeEntry) => matchesFilter(filter, entry) && isOnLoadedPage(entry)
    : ({ id }: TimeEntry) => known.has(id)
  const listed = changed.filter(isListed)
  return editEntries(data, (entries, page) => {
    const others = entries.filter(({ id }) => !touched.has(id))
    return page === 0 ? [...others, ...listed] : others
  })
}

/** Whether `applyOwnChange` keeps a list correct, which saves refetching all its pages after each change. */
export const canSkipRefetch = ({ pages }: EntryPages, filter: EntryFilter) =>
  pages.length > 1 && canFilterLocally(filter) && pages.some(({ entries }) => entries.length > 0)
