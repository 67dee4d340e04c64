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

/** The number of letters to insert, remove, replace or swap with their neighbour: the optimal string alignment distance. */
function countEdits(a: string, b: string) {
  const distances = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const [above, line] = [distances[row - 1]!, [row]]
    for (let column = 1; column <= b.length; column++) {
      const replaced = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? distances[row - 2]![column - 2]! + 1 : Infinity
      line.push(Math.min(line[column - 1]! + 1, above[column]! + 1, replaced, swapped))
    }
    distances.push(line)
  }
  return distances[a.length]![b.length]!
}
