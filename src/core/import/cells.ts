import { removeFormulaGuard } from '#core/text/formula-guard.ts'
import { type ImportFormat, MAX_NAME_LENGTH } from './import-model.ts'

/** Kimai puts an apostrophe and a space before formulas. */
const KIMAI_FORMULA_GUARD = /^' (?=[=+\-@\t\r\n]|.*DDE)/su

export const isEmpty = (cell: string) => cell === '-' || cell.trim() === ''

/** The text of a cell without formula guards; empty for an empty marker. */
export function readText(cell: string, format: ImportFormat): string {
  if (cell === '-') return ''
  // Kimai's headings are not known in every language.
  const isKimai = format === 'kimai' || format === 'other'
  return removeFormulaGuard(isKimai ? cell.replace(KIMAI_FORMULA_GUARD, '') : cell)
}

/** Returns undefined if the text is no valid name. */
export const readName = (cell: string, format: ImportFormat) => toName(readText(cell, format))

function toName(text: string): string | undefined {
  const name = text.trim()
  return name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name) ? name : undefined
}

/** Splits tags at commas and semicolons, as all known products join them. Returns undefined if one is no valid name. */
export function readTags(cell: string, format: ImportFormat): string[] | undefined {
  const text = readText(cell, format)
  if (text === '') return []
  const names = splitTags(text).map(toName)
  return names.includes(undefined) ? undefined : [...new Set(names as string[])].filter((name) => name !== '')
}

export const splitTags = (text: string) => text.split(/, |; ?/)

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
