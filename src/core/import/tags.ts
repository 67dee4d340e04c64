export const TAG_SEPARATOR = ', '

export interface SplitTags {
  parts: readonly string[]
  /** True if the cell tells where each name ends. If not, a name with a comma may have been split. */
  isExact: boolean
}

export interface TagOptions {
  /** True for `work:deep`. */
  areJoinedByColons?: boolean
}

/**
 * Splits tags at commas and semicolons, as all known products join them. Names may be quoted as in CSV: `"a, b", c`. Lists
 * of programs, `["a", "b"]`, and tags of Org mode, `:a:b:`, are read too.
 */
export function splitTags(text: string, { areJoinedByColons = false }: TagOptions = {}): SplitTags {
  if (text === '') return NO_TAGS
  const list = readList(text)
  if (list !== undefined) return { parts: list, isExact: true }
  if (areJoinedByColons || ORG_TAGS.test(text)) return { parts: text.split(':'), isExact: true }
  if (!text.includes('"')) return { parts: text.split(/, |; ?/), isExact: false }
  const parts = [...text.matchAll(QUOTED_OR_PLAIN)]
  const unquoted = parts.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
  return { parts: unquoted, isExact: parts.some(([, quoted]) => quoted !== undefined) }
}

const NO_TAGS: SplitTags = { parts: [], isExact: false }
const ORG_TAGS = /^:[^\s:]+(?::[^\s:]+)*:$/
/** A quotation mark is a sign of its own if it does not enclose the whole name. */
const QUOTED_OR_PLAIN = /(?:"((?:[^"]|"")*)"|((?:(?!, |;)[^])*))(?:, |; ?|$)/gu

/** A list in JSON, or as other languages write it. */
function readList(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  const values = parseJson(text)
  if (Array.isArray(values)) return values.filter((value) => typeof value !== 'object').map(String)
  const inside = text.slice(1, -1)
  const quoted = [...inside.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'))
  return quoted.length > 0 ? quoted : inside.split(/, ?|; ?/)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
