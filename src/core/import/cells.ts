import { MAX_NAME_LENGTH } from './import-model.ts'

/** The apostrophe that exports put before formulas, so that spreadsheets do not run them. Kimai adds a space. */
const OWN_FORMULA_GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])/u
const KIMAI_FORMULA_GUARD = /^' (?=[=+\-@\t\r\n]|.*DDE)/su

export const isEmpty = (cell: string) => cell === '-' || cell.trim() === ''

/** The text of a cell without formula guards; empty for an empty marker. */
export function readText(cell: string): string {
  return cell === '-' ? '' : cell.replace(KIMAI_FORMULA_GUARD, '').replace(OWN_FORMULA_GUARD, '')
}

/** Returns undefined if the text is no valid name. */
export function readName(cell: string): string | undefined {
  const name = readText(cell).trim()
  return name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name) ? name : undefined
}

/** Splits tags at commas and semicolons, as all known products join them. Returns undefined if one is no valid name. */
export function readTags(cell: string): string[] | undefined {
  const text = readText(cell)
  if (text === '') return []
  const names = text.split(/, |; ?/).map(readName)
  return names.includes(undefined) ? undefined : [...new Set(names as string[])].filter((name) => name !== '')
}

/** The tags of the user by key. Names that differ only in case have the same key. */
interface KnownTags {
  keyOf: (name: string) => string
  has: (key: string) => boolean
  /** The length of the longest key with a comma. */
  maxKeyLength: number
}

/** Rejoins known tags whose names were split at their commas, the longest match first. */
export function rejoinKnownTags(parts: readonly string[], known: KnownTags): string[] {
  const keys = parts.map(known.keyOf)
  const tags: string[] = []
  for (let from = 0; from < parts.length;) {
    const to = endOfTag(keys, from, known)
    tags.push(parts.slice(from, to).join(TAG_SEPARATOR))
    from = to
  }
  return tags
}

export const TAG_SEPARATOR = ', '

/** Finds the end of the longest known tag that begins at `from`. The key of joined names equals their joined keys. */
function endOfTag(keys: readonly string[], from: number, { has, maxKeyLength }: KnownTags) {
  let end = from + 1
  let joined = keys[from]!
  for (let next = from + 1; next < keys.length && joined.length < maxKeyLength; next += 1) {
    joined += TAG_SEPARATOR + keys[next]!
    if (has(joined)) end = next + 1
  }
  return end
}
