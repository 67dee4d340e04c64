import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/connect.ts'

const PAGE_SIZE = 500

interface Source<Row> {
  from: RawBuilder<Row>
  orderBy: RawBuilder<unknown>
}

/** Reads any number of rows in pages. Must be used within a transaction, as PostgreSQL's cursors need one. */
export async function* readPages<Row>(
  db: Db,
  engine: Database['engine'],
  { from, orderBy }: Source<Row>,
): AsyncGenerator<Row[]> {
  const query = db.selectFrom(from.as('row')).selectAll().orderBy(orderBy)
  if (engine === 'sqlite') return yield* collectPages(query.stream() as AsyncIterable<Row>)
  await sql`declare page no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${PAGE_SIZE} from page`).execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close page`.execute(db)
}

async function* collectPages<Row>(stream: AsyncIterable<Row>) {
  let page: Row[] = []
  for await (const row of stream) {
    page.push(row)
    if (page.length < PAGE_SIZE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const ELEMENTS = { sqlite: sql`json_each`, postgres: sql`json_array_elements` }
const JSON_TYPE = { sqlite: sql`text`, postgres: sql`json` }

/** Lets the database parse lines of JSON as rows: `value ->> 0` is the first value of each. */
export const jsonToRows = (engine: Database['engine'], lines: string[]) =>
  sql`${ELEMENTS[engine]}(cast(${`[${lines.join(',')}]`} as ${JSON_TYPE[engine]}))`

/** Compares texts by their bytes on both engines. PostgreSQL would otherwise use the collation of the database. */
export const binaryCollation = (engine: Database['engine']) => (engine === 'postgres' ? sql` collate "C"` : sql``)
