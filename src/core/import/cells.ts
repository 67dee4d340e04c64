import { MAX_NAME_LENGTH } from './import-model.ts'

/** What an apostrophe is put before so that no spreadsheet computes it: ours alone, Kimai's with a space. */
const OWN_FORMULA_GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])/u
const KIMAI_FORMULA_GUARD = /^' (?=[=+\-@\t\r\n]|.*DDE)/su

export const isEmpty = (cell: string) => cell === '-' || cell.trim() === ''

/** The text of a cell without what only spreadsheets need; an empty marker is no text. */
export function readText(cell: string): string {
  return cell === '-' ? '' : cell.replace(KIMAI_FORMULA_GUARD, '').replace(OWN_FORMULA_GUARD, '')
}

/** Undefined: nothing can be called so. */
export function readName(cell: string): string | undefined {
  const name = readText(cell).trim()
  return name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name) && name.isWellFormed() ? name : undefined
}

/** Joined as all products do that we know. Undefined: one of them can be no name. */
export function readTags(cell: string): string[] | undefined {
  const text = readText(cell)
  if (text === '') return []
  const names = text.split(/, |; ?/).map(readName)
  return names.includes(undefined) ? undefined : [...new Set(names as string[])].filter((name) => name !== '')
}

/** The tags that a user has, by keys: names that are alike have the same. */
interface KnownTags {
  keyOf: (name: string) => string
  has: (key: string) => boolean
  /** How long the longest key is that has a comma in it. */
  maxKeyLength: number
}

/** Tags with a comma in their names were torn apart: the longest that is known is one again. */
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

/** The key of names that are joined is that of each of them, joined. */
function endOfTag(keys: readonly string[], from: number, { has, maxKeyLength: longest }: KnownTags) {
  let end = from + 1
  let joined = keys[from]!
  for (let next = from + 1; next < keys.length && joined.length < longest; next += 1) {
    joined += TAG_SEPARATOR + keys[next]!
    if (has(joined)) end = next + 1
  }
  return end
}
