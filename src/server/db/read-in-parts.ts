import type { Expression, SqlBool } from 'kysely'
import type { Db } from './connect.ts'
import { isOneOf } from './engine-sql.ts'

const MAX_IDS = 100

/**
 * Reads the rows of many ids in parts, in their order. If `read` finds too many rows for one part, it returns undefined,
 * and the part is read again with half of its ids. It must not do so for a single id.
 */
export async function* readInParts<Part>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Part | undefined>,
): AsyncGenerator<Part> {
  let size = MAX_IDS
  for (let first = 0; first < ids.length;) {
    const some = ids.slice(first, first + size)
    const part = await read(some)
    if (part === undefined) size = Math.ceil(some.length / 2)
    else {
      yield part
      first += some.length
      size = Math.min(2 * size, MAX_IDS)
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
