import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '#server/db/connect.ts'
import { binaryCollation, readPages } from './read-pages.ts'
import { listTables, type Table } from './tables.ts'

type Engine = Database['engine']

/** The number of rows of a table, and the hash of their content. */
export interface Tally {
  rows: number
  sha256: string
}

/** The tally of each table by its name. */
export type Tallies = Record<string, Tally>

/** A database as a stream. For each table: its columns, its rows as JSON lines in pages, and their tally. */
export type DumpPart = { table: string; columns: string[] } | { lines: string[] } | { tally: Tally }

/** Yields all rows of all tables but those of uploads, ordered by primary key: the same data gives the same stream on both engines. */
export async function* dumpDatabase(db: Db, engine: Engine): AsyncGenerator<DumpPart> {
  for (const table of await listTables(db, engine)) {
    yield { table: table.name, columns: table.columns.map(({ name }) => name) }
    const tally = createTally()
    for await (const lines of readRowLines(db, engine, table)) {
      tally.add(lines)
      yield { lines }
    }
    yield { tally: tally.end() }
  }
}

export async function tallyTable(db: Db, engine: Engine, table: Table): Promise<Tally> {
  const tally = createTally()
  for await (const lines of readRowLines(db, engine, table)) tally.add(lines)
  return tally.end()
}

export function createTally() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(lines: string[]) {
      rows += lines.length
      hash.update(`${lines.join('\n')}\n`)
    },
    end: (): Tally => ({ rows, sha256: hash.digest('hex') }),
  }
}

type Values = Record<string, string | number | null>

/** Files that users are sending are left out: they are large, and their users can send them again. */
const TABLES_WITHOUT_ROWS = ['uploads', 'upload_parts']

async function* readRowLines(db: Db, engine: Engine, { name, columns, key }: Table) {
  if (TABLES_WITHOUT_ROWS.includes(name)) return
  const from = sql<Values>`(select ${sql.join(columns.map(({ name }) => sql.ref(name)))} from ${sql.table(name)})`
  const ordered = columns
    .filter(({ name }) => key.includes(name))
    .toSorted((a, b) => key.indexOf(a.name) - key.indexOf(b.name))
  const orderBy = sql.join(
    ordered.map(({ name, type }) => sql`${sql.ref(name)}${type === 'text' ? binaryCollation(engine) : sql``}`),
  )
  for await (const page of readPages(db, engine, { from, orderBy }))
    yield page.map((row) => JSON.stringify(columns.map(({ name }) => row[name])))
}
