import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { isPostgres } from '#server/db/engine-sql.ts'

/** The steps that PostgreSQL prefers to an index for the few rows of a test. */
const DISCOURAGED = ['enable_sort', 'enable_seqscan', 'enable_bitmapscan']

/** The plan of a statement as text, with indexes wherever they can be used and statistics of the rows there are. */
export async function explain(db: Db, { sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) {
  const prefix = isPostgres(db) ? 'explain ' : 'explain query plan '
  return db.connection().execute(async (db) => {
    const set = async (action: string) => {
      for (const setting of isPostgres(db) ? DISCOURAGED : []) await sql.raw(action.replace('?', setting)).execute(db)
    }
    if (isPostgres(db)) await sql`analyze`.execute(db)
    await set('set ? = off')
    const { rows } = await db.executeQuery({
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'explain' },
      sql: prefix + text,
      parameters,
    })
    await set('reset ?')
    return JSON.stringify(rows)
  })
}
