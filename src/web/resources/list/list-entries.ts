import type { Activity } from '#contract/activity.ts'
import { foldForSearch } from '#core/text/fold-for-search.ts'
import type { GroupHeading } from './GroupHeading.tsx'
import type { SortKey, SortOrder } from './list-search-params.ts'

export interface ListItem {
  id: string
  name: string
  updatedAt: string
}

/** An item with everything that the list sorts, filters and searches by. */
export interface ListEntry<Item extends ListItem> {
  item: Item
  /** Undefined while loading, and for items without tracked time. */
  activity?: Activity | undefined
  status?: string | undefined
  /** Of its group, in a grouped list. */
  heading?: GroupHeading | undefined
  /** Case-folded and without accents: the name and other texts that a search finds. */
  searchText: string
}

export interface ListGroup<Item extends ListItem> {
  heading: GroupHeading | undefined
  entries: ListEntry<Item>[]
}

interface SortOptions {
  sort: SortKey
  order: SortOrder
  locale: string
}

export const toSearchText = (...texts: (string | undefined)[]) => foldForSearch(texts.filter(Boolean).join(' '))

/** Ties are sorted by name. */
export function sortEntries<Item extends ListItem>(entries: ListEntry<Item>[], { sort, order, locale }: SortOptions) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const name = byName(compare)
  const by = { name, month: byMonth, changed: byChange }[sort]
  const sign = order === 'asc' ? 1 : -1
  return entries.toSorted((a, b) => sign * by(a, b) || name(a, b))
}

type Comparison = (a: ListEntry<ListItem>, b: ListEntry<ListItem>) => number

const byName =
  (compare: (a: string, b: string) => number): Comparison =>
  (a, b) =>
    byHeading(compare, a.heading, b.heading) || compare(a.item.name, b.item.name) || (a.item.id < b.item.id ? -1 : 1)

const monthOf = ({ activity }: ListEntry<ListItem>) => activity?.month ?? 0
const byMonth: Comparison = (a, b) => monthOf(a) - monthOf(b)
const byChange: Comparison = (a, b) => Date.parse(a.item.updatedAt) - Date.parse(b.item.updatedAt)

function byHeading(
  compare: (a: string, b: string) => number,
  a: GroupHeading | undefined,
  b: GroupHeading | undefined,
) {
  if (a === undefined || b === undefined || a.id === b.id) return 0
  return compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

/** Returns the entries whose search text contains every word of the query. */
export function searchEntries<Item extends ListItem>(entries: ListEntry<Item>[], q: string) {
  const words = foldForSearch(q).split(/\s+/)
  return entries.filter(({ searchText }) => words.every((word) => searchText.includes(word)))
}

/** Returns the groups in the order of their first entries. */
export function groupEntries<Item extends ListItem>(entries: ListEntry<Item>[]): ListGroup<Item>[] {
  const groups = new Map<string | undefined, ListGroup<Item>>()
  for (const entry of entries) {
    const group = groups.get(entry.heading?.id)
    if (group === undefined) groups.set(entry.heading?.id, { heading: entry.heading, entries: [entry] })
    else group.entries.push(entry)
  }
  return [...groups.values()]
}
