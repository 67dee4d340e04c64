import { fold } from '#core/fold.ts'
import type { Order, Sort } from './list-search.ts'

export interface ListItem {
  id: string
  name: string
  updatedAt: string
}

export interface Heading {
  id: string
  name: string
  color: string
  note?: string | undefined
}

/** Something in a list, with all that it is found and sorted by. */
export interface Entry<Item extends ListItem> {
  item: Item
  /** Milliseconds tracked on it this month. */
  month: number
  status?: string | undefined
  /** What it stands under in a list of groups. */
  heading?: Heading | undefined
  /** Folded: its name, and whatever else it is looked for by. */
  words: string
}

export interface Group<Item extends ListItem> {
  heading: Heading | undefined
  entries: Entry<Item>[]
}

interface Wish {
  sort: Sort
  order: Order
  locale: string
}

export const searchWords = (...texts: (string | undefined)[]) => fold(texts.filter(Boolean).join(' '))

/** Equals are in the order of their names. */
export function sortEntries<Item extends ListItem>(entries: Entry<Item>[], { sort, order, locale }: Wish) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const name = byName(compare)
  const by = { name, month: byMonth, changed: byChange }[sort]
  const sign = order === 'asc' ? 1 : -1
  return entries.toSorted((a, b) => sign * by(a, b) || name(a, b))
}

type Comparison = (a: Entry<ListItem>, b: Entry<ListItem>) => number

const byName =
  (compare: (a: string, b: string) => number): Comparison =>
  (a, b) =>
    byHeading(compare, a.heading, b.heading) || compare(a.item.name, b.item.name) || (a.item.id < b.item.id ? -1 : 1)

const byMonth: Comparison = (a, b) => a.month - b.month
const byChange: Comparison = (a, b) => Date.parse(a.item.updatedAt) - Date.parse(b.item.updatedAt)

function byHeading(compare: (a: string, b: string) => number, a: Heading | undefined, b: Heading | undefined) {
  if (a === undefined || b === undefined || a.id === b.id) return 0
  return compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

/** Those in which every word of the search is somewhere. */
export function findEntries<Item extends ListItem>(entries: Entry<Item>[], q: string) {
  const wanted = fold(q).split(/\s+/)
  return entries.filter(({ words }) => wanted.every((word) => words.includes(word)))
}

/** Groups in the order of their first entries. */
export function groupEntries<Item extends ListItem>(entries: Entry<Item>[]): Group<Item>[] {
  const groups = new Map<string | undefined, Group<Item>>()
  for (const entry of entries) {
    const group = groups.get(entry.heading?.id)
    if (group === undefined) groups.set(entry.heading?.id, { heading: entry.heading, entries: [entry] })
    else group.entries.push(entry)
  }
  return [...groups.values()]
}
