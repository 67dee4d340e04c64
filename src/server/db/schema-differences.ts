import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from './catalog.ts'

/** The catalog that all migrations give on an empty database. A test generates it: run it with `--update`. */
export const EXPECTED_SCHEMA_FILE = join(import.meta.dirname, 'expected-schema.txt')

const SEPARATOR = ': '
const MAX_NAMED = 3

export const formatCatalog = (catalog: Catalog) =>
  [...catalog]
    .map(([name, definition]) => `${name}${SEPARATOR}${definition}\n`)
    .toSorted()
    .join('')

export function parseCatalog(text: string): Catalog {
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(SEPARATOR)
      return [line.slice(0, end), line.slice(end + SEPARATOR.length)]
    }),
  )
}

export const readExpectedSchema = () => parseCatalog(readFileSync(EXPECTED_SCHEMA_FILE, 'utf8'))

/**
 * Describes all that is missing or different in a database. Additional tables, columns and indexes are allowed: they may
 * belong to the operator.
 */
export function findDifferences(expected: Catalog, actual: Catalog): string[] {
  return [...expected].flatMap(([name, definition]) => {
    const found = actual.get(name)
    if (found === definition) return []
    if (found !== undefined) return [`${name} is "${found}" instead of "${definition}"`]
    const table = tableOf(name, definition)
    // Without its table all the rest is missing too.
    return table !== undefined && !actual.has(`table ${table}`) ? [] : [`${name} is missing`]
  })
}

/** The table that a column, key or index belongs to; undefined for a table itself. */
const tableOf = (name: string, definition: string) =>
  /^column (\w+)\.|^(?:primary|foreign|unique) key of (\w+)/.exec(name)?.slice(1).find(Boolean) ??
  (name.startsWith('index ') ? /\bon (\w+)/.exec(definition)?.[1] : undefined)

/** One sentence for the operator. */
export function describeDifferences(differences: string[]) {
  const more = differences.length - MAX_NAMED
  const named = differences.slice(0, MAX_NAMED).join(', ')
  return (
    `Its tables are not as this version of Ritmo makes them: ${named}${more > 0 ? `, and ${more} more` : ''}. ` +
    'Restore the newest backup, or create again what is missing.'
  )
}
