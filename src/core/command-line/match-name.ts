import { foldForSearch } from '#core/text/fold-for-search.ts'

interface Named {
  id: string
  name: string
}

export type NameMatch<Item> =
  | { kind: 'found'; item: Item }
  /** Several names match equally well. */
  | { kind: 'ambiguous'; items: readonly Item[] }
  /** `similar`: names that the user may have meant. */
  | { kind: 'missing'; similar: readonly Item[] }

/**
 * Finds the item that a user means by a typed name: its id, its name, the beginning of its name, or the beginning of a
 * word in it. Case and accents do not matter. The first of these that any item fulfils decides.
 */
export function matchName<Item extends Named>(items: readonly Item[], typed: string): NameMatch<Item> {
  const folded = foldForSearch(typed.trim())
  const fits: ((item: Item, name: string) => boolean)[] = [
    ({ id }) => id === typed,
    ({ name }) => name === typed.trim(),
    (_, name) => name === folded,
    (_, name) => name.startsWith(folded),
    (_, name) => name.split(/[\s/_-]+/).some((word) => word.startsWith(folded)),
  ]
  if (folded === '') return { kind: 'missing', similar: [] }
  for (const isFit of fits) {
    const matching = items.filter((item) => isFit(item, foldForSearch(item.name.trim())))
    if (matching.length === 1) return { kind: 'found', item: matching[0]! }
    if (matching.length > 1) return { kind: 'ambiguous', items: matching }
  }
  return { kind: 'missing', similar: findSimilar(items, typed, ({ name }) => name) }
}

/** The items whose names are closest to a typed word, if it may be a slip for them: at most a third of it differs. */
export function findSimilar<Item>(items: readonly Item[], typed: string, nameOf: (item: Item) => string): Item[] {
  const distances = items.map((item) => distanceOf(foldForSearch(nameOf(item)), foldForSearch(typed)))
  const closest = Math.min(...distances)
  return closest > Math.ceil(typed.length / 3) ? [] : items.filter((_, index) => distances[index] === closest)
}

function distanceOf(name: string, typed: string) {
  if (typed === '' || name.length > MAX_COMPARED || typed.length > MAX_COMPARED) return Infinity
  return name.includes(typed) ? 0 : countEdits(name, typed)
}

/** Comparing takes the product of both lengths. */
const MAX_COMPARED = 100

/** The number of letters to insert, remove or replace: the Levenshtein distance. */
function countEdits(a: string, b: string) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
