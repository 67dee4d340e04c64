import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from './connect.ts'
import { isOneOf } from './engine-sql.ts'

const MAX_IDS = 50

/**
 * Reads the rows of many ids in parts, in their order. If `read` finds too many rows for one part, it returns undefined,
 * and the part is read again with half of its ids. It must not do so for a single id.
 */
export async function* readInParts<Part, Id = string>(
  ids: readonly Id[],
  read: (ids: readonly Id[]) => Promise<Part | undefined>,
  maxIds = MAX_IDS,
): AsyncGenerator<Part> {
  let size = maxIds
  for (let first = 0; first < ids.length;) {
    const some = ids.slice(first, first + size)
    const part = await read(some)
    if (part === undefined) size = Math.ceil(some.length / 2)
    else {
      yield part
      first += some.length
      size = Math.min(2 * size, maxIds)
    }
  }
}

/** The rows with some ids, or any rows up to a number. */
export interface SomeRows {
  ids?: readonly string[]
  limit?: number
}

interface Selection<Query> {
  where: (condition: Expression<SqlBool>) => Query
  limit: (limit: number) => Query
}

/** Limits a query on a table with ids to some of its rows. */
export function selectSome<Query extends Selection<Query>>(db: Db, query: Query, { ids, limit }: SomeRows): Query {
  const found = ids === undefined ? query : query.where(isOneOf(db, 'id', ids))
  return limit === undefined ? found : found.limit(limit)
}

const MAX_ROWS_PER_PAGE = 250

interface PagedSelection<Query, Row> extends Selection<Query> {
  orderBy: (column: Expression<unknown>) => Query
  execute: () => Promise<Row[]>
}

/** Reads all rows of a query in pages by their ids, because the event loop waits while the rows of one reply arrive. */
export async function readInPages<Row extends { id: string }, Query extends PagedSelection<Query, Row>>(
  query: Query & PagedSelection<Query, Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const rest = last === undefined ? query : query.where(sql<SqlBool>`id > ${last.id}`)
    const page = await rest.orderBy(sql.ref('id')).limit(MAX_ROWS_PER_PAGE).execute()
    rows.push(...page)
    if (page.length < MAX_ROWS_PER_PAGE) return rows
  }
}
