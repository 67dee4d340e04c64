import type { InfiniteData } from '@tanstack/react-query'
import type { TimeEntry } from '#contract/time-entries.ts'
import { canFilterLocally, matchesFilter } from './optimistic-entries.ts'
import type { EntryFilter } from '#web/features/time-entries/queries.ts'

/** Where in it an entry stands means nothing: the list itself sorts. */
export interface EntryPage {
  entries: TimeEntry[]
  isLast: boolean
}

export type EntryPages = InfiniteData<EntryPage, string | undefined>

export interface OwnChange {
  changed: readonly TimeEntry[]
  deleted: readonly string[]
}

/** The newest first, as the server has them. */
export const compareNewestFirst = (a: TimeEntry, b: TimeEntry) =>
  a.startTime === b.startTime ? (a.id < b.id ? 1 : -1) : a.startTime < b.startTime ? 1 : -1

export const editEntries = (
  data: EntryPages,
  edit: (entries: TimeEntry[], page: number) => TimeEntry[],
): EntryPages => ({
  ...data,
  pages: data.pages.map((page, index) => ({ ...page, entries: edit(page.entries, index) })),
})

/** What comes next is older than all of it. */
export const findOldestEntry = (entries: readonly TimeEntry[]) =>
  entries.reduce<TimeEntry | undefined>(
    (oldest, entry) => (oldest && compareNewestFirst(oldest, entry) > 0 ? oldest : entry),
    undefined,
  )

/** A list after an own change: what the server made of it stands there, unless it belongs elsewhere or further on. */
export function applyOwnChange(data: EntryPages, selection: EntryFilter, { changed, deleted: gone }: OwnChange): EntryPages {
  const touched = new Set([...changed.map(({ id }) => id), ...gone])
  const all = data.pages.flatMap(({ entries }) => entries)
  const known = new Set(all.map(({ id }) => id))
  const oldest = findOldestEntry(all.filter(({ id }) => !touched.has(id)))
  const isReached = (entry: TimeEntry) =>
    data.pages.at(-1)?.isLast === true || (oldest !== undefined && compareNewestFirst(entry, oldest) < 0)
  const belongs = canFilterLocally(selection)
    ? (entry: TimeEntry) => matchesFilter(selection, entry) && isReached(entry)
    : ({ id }: TimeEntry) => known.has(id)
  const here = changed.filter(belongs)
  return editEntries(data, (entries, page) => {
    const left = entries.filter(({ id }) => !touched.has(id))
    return page === 0 ? [...left, ...here] : left
  })
}

/** Whether own changes keep a list right, so that its many pages need not be asked for anew after each. */
export const canSkipRefetch = ({ pages }: EntryPages, selection: EntryFilter) =>
  pages.length > 1 && canFilterLocally(selection) && pages.some(({ entries }) => entries.length > 0)
