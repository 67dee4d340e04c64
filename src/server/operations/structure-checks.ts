import { sql } from 'kysely'
import { readCatalog } from '#server/db/catalog.ts'
import type { Database, Db } from '#server/db/connect.ts'
import { describeDifferences, findDifferences, readExpectedSchema } from '#server/db/schema-differences.ts'
import type { CheckResult } from './check-result.ts'
import { describeDamagedTables, isDamage } from './damage.ts'

const MAX_EXAMPLES = 3

/** Checks every page of a SQLite file. PostgreSQL has its own tools for that. */
export async function checkFile(db: Db): Promise<CheckResult> {
  const what = 'pages of the file are sound'
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
    const examples = problems.length === 0 ? [] : await nameTrees(db, problems.slice(0, MAX_EXAMPLES))
    return { what, checked: pages.rows[0]?.page_count ?? 0, wrong: problems.length, examples }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { what, checked: 0, wrong: 1, examples: [await describeDamagedTables({ db, engine: 'sqlite' }, error)] }
  }
}

/** SQLite names a table or index by the number of its first page: `Tree 12 page 40: …`. */
async function nameTrees(db: Db, problems: string[]) {
  const { rows } = await sql<{ name: string; type: string; rootpage: number }>`
    select name, type, rootpage from sqlite_master where rootpage > 0`.execute(db)
  const names = new Map(rows.map(({ name, type, rootpage }) => [String(rootpage), `${type} ${name}`]))
  return problems.map((problem) =>
    problem.replaceAll('\n', ' ').replace(/\bTree (\d+)\b/, (tree, page: string) => names.get(page) ?? tree),
  )
}

/** Compares tables, columns, keys and indexes with those of a new database. */
export async function checkSchema(db: Db, engine: Database['engine']): Promise<CheckResult> {
  const expected = readExpectedSchema()
  const differences = findDifferences(expected, await readCatalog(db, engine))
  return {
    what: 'tables are as this version makes them',
    checked: expected.size,
    wrong: differences.length,
    examples: differences.slice(0, MAX_EXAMPLES),
    ...(differences.length > 0 && { remedy: describeDifferences(differences) }),
  }
}
